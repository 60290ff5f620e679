// Counts spoken by this computer, and knocks for points. Both are off until a person switches them
// on, because a browser speaks only after a click.

const LANGUAGE = "en-GB";
const KNOCKS_MOST = 12;
const KNOCK_SECONDS = 0.09;

/** Return what to say for a count, or "". */
export function sentence(count) {
  if (count.points === null) return `${count.title}.`;
  const points = count.points === 1 ? "one point" : `${count.points}`;
  if (count.spoken) return `${count.title}: ${count.spoken}.`;
  return `${count.title}: ${count.points === 0 ? "nothing" : points}.`;
}

/** Say `text` after whatever is being said; suits are spoken as words. */
export function speak(text) {
  if (!("speechSynthesis" in window)) return;
  const words = { "♠": "of spades", "♥": "of hearts", "♦": "of diamonds", "♣": "of clubs" };
  const said = new SpeechSynthesisUtterance(text.replace(/[♠♥♦♣]/g, (suit) => ` ${words[suit]}`));
  said.lang = LANGUAGE;
  window.speechSynthesis.speak(said);
}

/** Cancel everything that is waiting to be said, because it is no longer valid. */
export function hush() {
  window.speechSynthesis?.cancel();
}

let sound = null;

/** Knock on wood, once for each point. */
function knock(points) {
  sound ??= new AudioContext();
  for (let n = 0; n < Math.min(points, KNOCKS_MOST); n += 1) {
    const at = sound.currentTime + n * KNOCK_SECONDS;
    const tone = new OscillatorNode(sound, { type: "triangle", frequency: 320 + 12 * n });
    const volume = new GainNode(sound, { gain: 0 });
    volume.gain.setValueAtTime(0.25, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.07);
    tone.connect(volume).connect(sound.destination);
    tone.start(at);
    tone.stop(at + 0.08);
  }
}

/** Return a function that takes the result of `changes`, and speaks and knocks as far as switched
 * on. */
export function announcer(settings) {
  return ({ fresh, gone, undone }) => {
    if (undone || gone.length) {
      hush();
      if (settings.speech) speak("Taken back.");
    }
    for (const count of fresh) {
      if (settings.speech) speak(sentence(count));
      if (settings.sound && count.points > 0) knock(count.points);
    }
  };
}
