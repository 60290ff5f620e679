// Files of games: all games and the results of practice as one file of JSON, as pegboard export writes
// it too, and text records.

import { html } from "./dom.js";
import { askGames } from "./games_tab.js";

const FILE_MOST = 32 << 20; // bytes; a thousand games have 8 MB
const RECORD_MOST = 1 << 20;
const GAMES_MOST = 10_000;
const REASONS_MOST = 3; // of games that were refused
const many = (count) => (count === 1 ? "1 game" : `${count} games`);
const practised = (count) => (count === 1 ? "1 result of practice" : `${count} results of practice`);

/** Have the browser save a file. */
export function saved(name, type, parts) {
  const link = html("a");
  link.href = URL.createObjectURL(new Blob(parts, { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Save all games and results of practice as one file; `tell(text)` says how far it is. */
export async function exportGames(tell) {
  const { value: ids, trouble } = await askGames("ids");
  if (trouble) return tell(trouble);
  const games = [];
  for (const id of ids) {
    const { value } = await askGames("exported", id);
    if (value) games.push(value);
    tell(`${games.length} of ${many(ids.length)}`);
  }
  const lost = ids.length - games.length;
  const { value: practice } = await askGames("exported practice");
  const members = practice ? [...games, practice] : games;
  saved(`pegboard-games-${new Date().toLocaleDateString("en-CA")}.json`, "application/json", [`[${members.join(",\n")}]\n`]);
  return tell(`${many(games.length)} saved.${lost ? ` ${many(lost)} cannot be read.` : ""}`);
}

/** Add the games and the results of practice of a file, each once; `tell(text)` says how far it is, and
 * what is wrong. Return whether games were added. */
export async function importFile(file, tell) {
  if (!file) return false;
  if (file.size > FILE_MOST) return tell("This file is too large to be one of games.") ?? false;
  const text = (await file.text()).replace(/^\ufeff/, "");
  const isJson = /^\s*(\{|\[\s*[{\]])/.test(text);
  if (!isJson && text.length > RECORD_MOST) return tell("This file is too large to be a text record.") ?? false;
  const asked = isJson ? listed(text)?.map((one) => [Array.isArray(one?.practice) ? "take practice" : "take", one]) : [["take record", text]];
  if (!asked) return tell("This file is not complete, or not one of games.") ?? false;
  if (asked.length > GAMES_MOST) return tell(`A file may have ${GAMES_MOST} games.`) ?? false;
  return takeAll(asked, tell);
}

function listed(text) {
  try {
    const told = JSON.parse(text);
    return Array.isArray(told) ? told : [told];
  } catch {
    return null;
  }
}

async function takeAll(asked, tell) {
  let [added, known, results] = [0, 0, 0];
  const refused = [];
  for (const [number, one] of asked.entries()) {
    tell(`${number} of ${many(asked.length)}`);
    const { value, trouble } = await askGames(...one);
    if (trouble) refused.push(asked.length > 1 ? `Game ${number + 1}: ${trouble}` : trouble);
    if (one[0] === "take practice") results += value ?? 0;
    else for (const [, isNew] of value ?? []) isNew ? (added += 1) : (known += 1);
  }
  const parts = [added && `${many(added)} added.`, known && `${many(known)} here already.`,
    results && `${practised(results)} added.`,
    refused.length && `${many(refused.length)} refused.`, ...refused.slice(0, REASONS_MOST)];
  tell(parts.filter(Boolean).join(" ") || "This file has no games.");
  return added > 0;
}
