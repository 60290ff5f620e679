// The opponent of "Against the board": asks the worker that computes what its seat does. It is given a
// view of that seat alone.

import { askAnalysis } from "./analysis_tab.js";
import { tell } from "./app.js";
import { strength } from "./choose_board.js";

const AGAIN_MS = 5000; // after which it is asked again where it could not choose

let isTold = false;

/** Have the worker ready, with its tables, before the first choice. */
export const readyOpponent = () => askAnalysis("ready", strength);

/** Return [number, text]: the choice from a view, as host/site/page_against.py takes it. */
export async function chosen(number, what, view) {
  const { value, trouble } = await askAnalysis(what, strength, JSON.parse(view));
  if (!trouble) return [number, JSON.stringify(value)];
  if (!isTold) tell(trouble);
  isTold = true;
  await new Promise((done) => setTimeout(done, AGAIN_MS));
  return [number, ""];
}
