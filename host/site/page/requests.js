// Requests to a worker, each with a number, and its answers.

/** Return {ask, answer}: ask(send) calls `send(number)` and returns what `answer(number, value)` gets. */
export function requests() {
  const asked = new Map();
  let count = 0;
  const ask = (send) => new Promise((resolve) => {
    count += 1;
    asked.set(count, resolve);
    send(count);
  });
  const answer = (number, value) => {
    asked.get(number)?.(value);
    asked.delete(number);
  };
  const answerAll = (value) => [...asked.keys()].forEach((number) => answer(number, value));
  return { ask, answer, answerAll };
}
