"""A process at the end of a pipe, as a transport for the raw REPL."""

import queue
import subprocess
import threading

from host.pico.rawrepl import ReplClosed


class Pipe:
    """Starts `command` and reads and writes its standard streams."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self.arrived = queue.Queue()
        # A thread, since Windows cannot wait for a pipe with a time limit.
        threading.Thread(target=self._listen, daemon=True).start()

    def read(self, timeout):
        """Return the bytes that have arrived, after at most `timeout` seconds; b"" if none
        have."""
        try:
            data = self.arrived.get(timeout=timeout) if timeout > 0 else self.arrived.get_nowait()
        except queue.Empty:
            return b""
        if data is None:
            self.arrived.put(None)  # for whoever reads next
            raise ReplClosed(f"the process ended with status {self.process.wait()}")
        return data

    def write(self, data):
        """Send `data`. Raises ReplClosed when the process has ended."""
        view = memoryview(data)
        try:
            while view:
                view = view[self.process.stdin.write(view) :]
        except OSError as error:
            raise ReplClosed(f"the process takes no more input: {error}") from None

    def close(self):
        """End the process, however busy it is."""
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()

    def _listen(self):
        with self.process.stdout as stream:
            while data := stream.read(65536):
                self.arrived.put(data)
        self.arrived.put(None)
