// A stream of events for pages with the token, which an EventSource cannot send. The server always
// has a place for them, and they see the game without the delay for watchers.

/** Like EventSource; after an end or a failure it is CLOSED and does not reconnect by itself. */
export class TokenEvents extends EventTarget {
  constructor(address, token) {
    super();
    this.readyState = EventSource.CONNECTING;
    this.status = 0; // of the answer, once there is one
    this.stop = new AbortController();
    this.read(address, token).catch(() => {}).finally(() => this.end());
  }

  close() {
    this.readyState = EventSource.CLOSED;
    this.stop.abort();
  }

  end() {
    if (this.readyState === EventSource.CLOSED) return;
    this.readyState = EventSource.CLOSED;
    this.dispatchEvent(new Event("error"));
  }

  async read(address, token) {
    const answer = await fetch(address, {
      headers: { "X-Pegboard-Token": token }, signal: this.stop.signal,
    });
    this.status = answer.status;
    if (!answer.ok) return;
    this.readyState = EventSource.OPEN;
    this.dispatchEvent(new Event("open"));
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let begun = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const parts = (begun + value).split("\n\n");
      begun = parts.pop();
      for (const part of parts) this.tell(part);
    }
  }

  tell(part) {
    const fields = Object.fromEntries(part.split("\n").map((line) => {
      const at = line.indexOf(": ");
      return [line.slice(0, at), line.slice(at + 2)];
    }));
    if (fields.event) this.dispatchEvent(new MessageEvent(fields.event, { data: fields.data }));
  }
}
