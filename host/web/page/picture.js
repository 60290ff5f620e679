// The end of a game as a picture, to keep or to send: drawn here, with nothing from elsewhere.

import { html } from "./dom.js";
import { corners, facts, rgbOf, story, underline } from "./ending.js";

/** The sizes of a picture, by what it is for. */
export const SIZES = { "Picture to send": [1200, 630], "Picture for a phone": [1080, 1920] };
const WOOD = ["#553620", "#482c1a", "#3b2315"];
const INK = "#f6eee0";
const SOFT = "#d9c7ac";
const BRASS = "#f0cf83";
const SERIF = '"Iowan Old Style", Palatino, Georgia, "Liberation Serif", serif';
const SANS = 'system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif';

/** Return a canvas with the end of `game`; `told` is the answer of /game.json. */
export function picture(game, told, sides, [wide, high]) {
  const canvas = html("canvas");
  [canvas.width, canvas.height] = [wide, high];
  const pen = canvas.getContext("2d");
  const unit = Math.min(wide, high) / 100;
  const edge = 6 * unit;
  const about = story(game, told);
  const upright = high > wide;

  const shade = pen.createLinearGradient(0, 0, wide * 0.2, high);
  WOOD.forEach((colour, n) => shade.addColorStop(n / (WOOD.length - 1), colour));
  pen.fillStyle = shade;
  pen.fillRect(0, 0, wide, high);

  /** Write `text` at most `most` wide, its base at `y`; return where the next line begins. */
  const write = (text, x, y, size, colour, face, most) => {
    pen.fillStyle = colour;
    pen.font = `600 ${size}px ${face}`;
    const fitting = size * Math.min(1, most / pen.measureText(text).width);
    pen.font = `600 ${fitting}px ${face}`;
    pen.fillText(text, x, y);
    return y;
  };
  const winner = game.sides[game.over.winner];
  let y = edge + 9 * unit;
  const room = wide - 2 * edge;
  write(winner ? `${winner.name} wins` : "The end", edge, y, 11 * unit, BRASS, SERIF, room);
  y += 7 * unit;
  write(underline(game, about) || game.over.text, edge, y, 4.6 * unit, SOFT, SANS, room);

  const beside = upright ? room : room * 0.42;
  let lower = y + 12 * unit;
  for (const side of game.sides) {
    pen.fillStyle = rgbOf(sides, side);
    pen.beginPath();
    pen.arc(edge + 2.2 * unit, lower - 2.4 * unit, 2.2 * unit, 0, 2 * Math.PI);
    pen.fill();
    write(side.name, edge + 7 * unit, lower, 6 * unit, INK, SERIF, beside - 22 * unit);
    pen.textAlign = "right";
    write(String(side.score), edge + beside, lower, 8 * unit, INK, SERIF, 16 * unit);
    pen.textAlign = "left";
    lower += 10 * unit;
  }

  const left = upright ? edge : edge + beside + 6 * unit;
  const top = upright ? lower : y + 5 * unit;
  const across = wide - edge - left;
  const down = upright ? 60 * unit : high - edge - 22 * unit - top;
  pen.strokeStyle = "#ffffff30";
  pen.lineWidth = 0.3 * unit;
  pen.strokeRect(left, top, across, down);
  game.sides.forEach((side, n) => {
    pen.beginPath();
    for (const [x, at] of corners(told.steps, n, game.target, across, down)) pen.lineTo(left + x, top + at);
    for (const [colour, line] of [["#0008", 1.6], [rgbOf(sides, side), 1]]) {
      pen.strokeStyle = colour;
      pen.lineWidth = line * unit;
      pen.stroke();
    }
  });

  let at = upright ? top + down + 10 * unit : high - edge - 11 * unit;
  for (const [what, said] of facts(game, told, about)) {
    const cards = said.slice(1).map((one) => one.textContent && signs(about.best.cards));
    write(`${what}: ${[said[0], ...cards].join("  ")}`, edge, at, (upright ? 4 : 3.4) * unit, SOFT, SANS, room);
    at += (upright ? 7 : 5) * unit;
  }
  pen.textAlign = "right";
  write("Pegboard", wide - edge, high - 2.4 * unit, 2.8 * unit, SOFT, SERIF, room);
  return canvas;
}

const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const signs = (cards) => cards.map((card) => `${card[0].replace("T", "10")}${SIGNS[card[1]] ?? ""}`).join(" ");

/** Return a button for each size, which saves the picture as a file. */
export function pictureButtons(game, told, sides) {
  return Object.entries(SIZES).map(([what, size]) => {
    const button = html("button", "save", what);
    button.type = "button";
    button.addEventListener("mousedown", (event) => event.preventDefault()); // ENTER is the board's
    button.addEventListener("click", () => picture(game, told, sides, size).toBlob((blob) => {
      const link = html("a");
      link.href = URL.createObjectURL(blob);
      link.download = `pegboard-${size.join("x")}.png`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    }, "image/png"));
    return button;
  });
}
