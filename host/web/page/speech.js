// Counts spoken by this computer, and knocks for points. Both are off until a person switches them
// on, because a browser speaks only after a click.

import { cardInWords } from "./cards.js";

const LANGUAGE = "en-GB";
const KNOCKS_MOST = 12;
const KNOCK_SECONDS = 0.09;
const WIN = [523, 659, 784]; // hertz: c, e and g

/** Return what to say for a count, or "". */
export function sentence(count) {
  if (count.points === null) return `${count.title}.`;
  const points = count.points === 1 ? "one point" : `${count.points}`;
  if (count.spoken) return `${count.title}: ${count.spoken}.`;
  return `${count.title}: ${count.points === 0 ? "nothing" : points}.`;
}

/** Return `text` with its cards in words: "jack of spades" for J♠. */
export const aloud = (text) => text.replace(/(?:\b(10|[A2-9JQK]))?([♠♥♦♣])/g, (_, rank, sign) => cardInWords(rank, sign));

/** Say `text` after whatever is being said. */
export function speak(text) {
  if (!("speechSynthesis" in window)) return;
  const said = new SpeechSynthesisUtterance(aloud(text));
  said.lang = LANGUAGE;
  window.speechSynthesis.speak(said);
}

/** Cancel everything that is waiting to be said, because it is no longer valid. */
export function hush() {
  window.speechSynthesis?.cancel();
}

let sound = null;

// Safari keeps a sound that began before the first click silent until it is told to go on in one.
for (const kind of ["click", "keydown"]) {
  document.addEventListener(kind, () => sound?.state === "suspended" && sound.resume(), true);
}

/** Sound one short tone: its pitch in hertz, when (in seconds from now), how long, how loud (0 to 1). */
function tone(frequency, after, seconds, loud) {
  sound ??= new AudioContext();
  const at = sound.currentTime + after;
  const source = new OscillatorNode(sound, { type: "triangle", frequency });
  const volume = new GainNode(sound, { gain: 0 });
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  source.connect(volume).connect(sound.destination);
  source.start(at);
  source.stop(at + seconds + 0.01);
}

/** Knock on wood, once for each point. */
function knock(points) {
  for (let n = 0; n < Math.min(points, KNOCKS_MOST); n += 1) tone(320 + 12 * n, n * KNOCK_SECONDS, 0.07, 0.25);
}

/** The soft tap of a card that is laid. */
const tap = () => tone(140, 0, 0.05, 0.18);

/** Three tones upwards: the game is won. */
const chime = () => WIN.forEach((frequency, n) => tone(frequency, n * 0.16, 0.5, 0.22));

/** Return a function that takes the result of `changes`, and speaks and knocks as far as switched
 * on. */
export function announcer(settings) {
  return ({ fresh, gone, undone, laid, won }) => {
    if (undone || gone.length) {
      hush();
      if (settings.speech) speak("Taken back.");
    }
    for (const count of fresh) {
      if (settings.speech) speak(sentence(count));
      if (settings.sound && count.points > 0) knock(count.points);
    }
    if (!settings.sound) return;
    if (won) chime();
    else if (laid && !fresh.some(({ points }) => points > 0)) tap();
  };
}
