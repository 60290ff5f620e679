// The pixels. A frame has the values sent to the strip; here they become colours on a screen.

import { svg } from "./dom.js";

const HALO = 4.6; // of a hole's radius
const STEPS = 15; // of a colour's shades, for the halos: few enough to keep all of them

/** One light for each pixel of `plan`. `element` contains them all; `show` sets them to a frame. */
export class Lights {
  constructor(plan) {
    this.shown = new Uint8Array(plan.pixels * 3);
    this.seen = screenTable(plan.gamma);
    this.defs = svg("defs");
    this.halos = new Map();
    this.lamps = [];
    this.glow = svg("g", { class: "halos" });
    const cores = svg("g", { class: "cores" });
    const spots = [...plan.holes, ...plan.trackers, ...plan.paths, ...plan.bar];
    this.inOrder = spots.map((spot) => {
      const { pixel, x, y, diameter } = spot;
      const radius = diameter / 2;
      const core = svg("circle", {
        id: lightId(spot), cx: x, cy: y, r: radius * 0.94, "fill-opacity": 0, fill: "#000",
      });
      cores.append(core);
      this.lamps[pixel] = { core, halo: null, place: { cx: x, cy: y, r: radius * HALO } };
      return this.lamps[pixel];
    });
    this.element = svg("g", { class: "lights", "aria-hidden": "true" }, this.defs, this.glow, cores);
  }

  /** Show `frame`, three bytes for each pixel; ignore one of another length. */
  show(frame) {
    if (frame.length !== this.shown.length) return;
    this.lamps.forEach((lamp, pixel) => {
      const at = pixel * 3;
      const sent = frame.subarray(at, at + 3);
      if (sent.every((value, channel) => value === this.shown[at + channel])) return;
      this.shown.set(sent, at);
      this.light(lamp, Array.from(sent, (value) => this.seen[value]));
    });
  }

  light(lamp, colour) {
    const { core } = lamp;
    const level = Math.max(...colour);
    core.setAttribute("fill-opacity", level > 0 ? 1 : 0);
    lamp.halo ??= this.haloAround(lamp); // most lights of a game are never lit
    lamp.halo.setAttribute("fill-opacity", (level ** 1.2).toFixed(3));
    if (level === 0) return;
    const hue = colour.map((value) => value / level);
    // On a screen a dim light would hardly be visible against the wood.
    const body = 0.3 + 0.7 * level;
    core.setAttribute("fill", rgb(hue.map((value) => lighter(value, level ** 2 * 0.5) * body)));
    lamp.halo.setAttribute("fill", `url(#${this.haloOf(hue)})`);
  }

  /** Return a new halo, drawn over those of the lights before it. */
  haloAround(lamp) {
    const halo = svg("circle", lamp.place);
    const after = this.inOrder.slice(this.inOrder.indexOf(lamp)).find((other) => other.halo);
    this.glow.insertBefore(halo, after?.halo ?? null);
    return halo;
  }

  /** Return the id of the halo in the colour of `hue`, which is created when first needed. */
  haloOf(hue) {
    const id = `halo-${hue.map((value) => Math.round(value * STEPS).toString(16)).join("")}`;
    if (!this.halos.has(id)) {
      const colour = rgb(hue.map((value) => Math.round(value * STEPS) / STEPS));
      const stop = (offset, opacity) =>
        svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity });
      const halo = svg(
        "radialGradient", { id },
        stop(0, 0.95), stop(0.22, 0.8), stop(0.34, 0.36), stop(0.6, 0.12), stop(1, 0),
      );
      this.defs.append(halo);
      this.halos.set(id, halo);
    }
    return id;
  }
}

/** Return the id of a light: `hole-30`, `bar-5`; on the second track `hole-30-track-2`. */
function lightId({ kind, number, track, row }) {
  const line = kind === "tracker" || kind === "path" ? `-row-${row + 1}` : "";
  return `${kind}-${number}${line}${track ? `-track-${track + 1}` : ""}`;
}

/** Return a table from the value sent to a pixel (0 to 255) to its visible brightness (0 to 1). */
function screenTable(gamma) {
  return Array.from({ length: 256 }, (_, sent) => (sent / 255) ** (1 / gamma));
}

const lighter = (value, amount) => value + (1 - value) * amount;
const rgb = (colour) => `rgb(${colour.map((value) => Math.round(value * 255)).join(",")})`;
