"use strict";
// The board in 3D: it turns when dragged and comes apart by a slider. The parts: host/plan/model.py.
const model = (() => {
  const parts = @@MODEL@@;
  const canvas = document.getElementById("model-view");
  const slider = document.getElementById("model-apart");
  const list = document.getElementById("model-parts");
  const gl = canvas.getContext("webgl", { antialias: true });
  if (!gl) {
    document.getElementById("model").hidden = true;
    return { parts };
  }

  // Outlines --------------------------------------------------------------------------------
  const TOLERANCE = 0.03;  // mm between an arc and its straight pieces, as in the STL files

  // The corners of a circle or a rectangle, as its edges from the upper to the lower end.
  function edges(shape) {
    const [x, y, width, height, corner] = shape.length > 3 ? shape : [shape[0], shape[1], shape[2], shape[2], shape[2] / 2];
    const radius = Math.min(corner, width / 2, height / 2);
    const pieces = radius ? Math.ceil(Math.PI / 4 / Math.acos(1 - Math.min(1, TOLERANCE / radius))) : 0;
    const points = [];
    for (const [sx, sy, from] of [[1, 1, 0], [-1, 1, 1], [-1, -1, 2], [1, -1, 3]]) {
      for (let n = 0; n <= pieces; n++) {
        const angle = Math.PI / 2 * (from + (pieces ? n / pieces : 0));
        points.push([x + sx * (width / 2 - radius) + radius * Math.cos(angle),
                     y + sy * (height / 2 - radius) + radius * Math.sin(angle)].map((value) => Math.round(value * 1e6) / 1e6));
      }
    }
    return points.map(([x1, y1], n) => {
      const [x2, y2] = points[(n + 1) % points.length];
      return y1 < y2 ? [x1, y1, x2, y2] : [x2, y2, x1, y1];
    }).filter(([, y1, , y2]) => y1 !== y2);
  }

  // Solids ----------------------------------------------------------------------------------
  // What a range of heights has between two lines across: the spans [left, right], each side with
  // its x at the upper line, in the middle and at the lower line. No edges cross between them.
  function spans(steps, top, bottom) {
    const middle = (top + bottom) / 2;
    const at = ([x1, y1, x2, y2], y) => x1 + (x2 - x1) * (y - y1) / (y2 - y1);
    const here = [];
    for (const { how, outline, whole } of steps) {
      const sides = whole ? outline.filter(([, y1, , y2]) => y1 < middle && middle < y2) : [];
      if (!sides.length && how) continue;
      here.push([how, ...sides.map((edge) => [top, middle, bottom].map((y) => at(edge, y))).sort((a, b) => a[1] - b[1])]);
    }
    const marks = here.flatMap(([, ...sides]) => sides).sort((a, b) => a[1] - b[1]);
    const found = [];
    for (let n = 0; n + 1 < marks.length; n++) {
      if (marks[n + 1][1] - marks[n][1] < 1e-6) continue;
      const x = (marks[n][1] + marks[n + 1][1]) / 2;
      let filled = false;
      for (const [how, left, right] of here) {
        const within = left && left[1] < x && x < right[1];
        filled = how > 0 ? filled || within : how < 0 ? filled && !within : filled && within;
      }
      if (!filled) continue;
      const last = found[found.length - 1];
      if (last && marks[n][1] - last[1][1] < 1e-6) last[1] = marks[n + 1];
      else found.push([marks[n], marks[n + 1]]);
    }
    return found;
  }

  // Where only one of two rows of spans is filled: [left, right, 1 for the first or -1]. The spans
  // are compared at their upper lines (0), middles (1) or lower lines (2).
  function unlike(one, other, oneAt, otherAt) {
    const sides = [...one.flat().map((side) => [side[oneAt], side]), ...other.flat().map((side) => [side[otherAt], side])];
    sides.sort((a, b) => a[0] - b[0]);
    const has = (row, at, x) => row.some(([left, right]) => left[at] < x && x < right[at]);
    const found = [];
    for (let n = 0; n + 1 < sides.length; n++) {
      if (sides[n + 1][0] - sides[n][0] < 1e-6) continue;
      const x = (sides[n][0] + sides[n + 1][0]) / 2;
      const which = has(one, oneAt, x) - has(other, otherAt, x);
      if (which) found.push([sides[n][1], sides[n + 1][1], which, sides[n][0], sides[n + 1][0]]);
    }
    return found;
  }

  // Adds the triangles of a solid to `out`: the place of each corner, and its normal to the outside.
  // y goes up and z to the person who looks.
  function triangles(solid, out) {
    const steps = solid.flatMap(([how, front, back, shapes]) => shapes.map((shape) => ({ how, front, back, outline: edges(shape) })));
    const sorted = (values) => [...new Set(values)].sort((a, b) => a - b);
    const lines = sorted(steps.flatMap(({ outline }) => outline.flatMap(([, y1, , y2]) => [y1, y2])));
    const levels = sorted(steps.flatMap(({ front, back }) => [front, back]));
    const four = (corners, [nx, ny, nz]) => {
      for (const n of [0, 1, 2, 0, 2, 3]) out.push(corners[n][0], -corners[n][1], -corners[n][2], nx, -ny, -nz);
    };
    const empty = lines.slice(1).map(() => []);
    let before = empty;
    for (let level = 0; level < levels.length; level++) {
      const [front, back] = [levels[level], levels[level + 1]];
      const within = steps.map((step) => ({ ...step, whole: step.front <= front && step.back >= back }));
      const rows = back === undefined ? empty : empty.map((_, n) => spans(within, lines[n], lines[n + 1]));
      rows.forEach((row, n) => {
        const [top, bottom] = [lines[n], lines[n + 1]];
        for (const [left, right, which] of unlike(row, before[n], 1, 1)) {
          four([[left[0], top, front], [right[0], top, front], [right[2], bottom, front], [left[2], bottom, front]], [0, 0, -which]);
        }
        for (const span of row) {
          span.forEach((side, right) => {
            const [dx, dy, sign] = [side[2] - side[0], bottom - top, right ? 1 : -1];
            const long = Math.hypot(dx, dy);
            four([[side[0], top, front], [side[2], bottom, front], [side[2], bottom, back], [side[0], top, back]],
                 [sign * dy / long, -sign * dx / long, 0]);
          });
        }
      });
      for (let n = 0; back !== undefined && n < lines.length; n++) {
        for (const [, , which, left, right] of unlike(rows[n - 1] ?? [], rows[n] ?? [], 2, 0)) {
          four([[left, lines[n], front], [right, lines[n], front], [right, lines[n], back], [left, lines[n], back]], [0, which, 0]);
        }
      }
      before = rows;
    }
  }

  function build(part) {
    const out = [];
    for (const solid of part.solids) triangles(solid, out);
    part.mesh = new Float32Array(out);
    part.count = out.length / 6;
    part.buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, part.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, part.mesh, gl.STATIC_DRAW);
    part.rgb = [1, 3, 5].map((from) => parseInt(part.colour.slice(from, from + 2), 16) / 255);
  }

  // Drawing ---------------------------------------------------------------------------------
  function shader(kind, source) {
    const made = gl.createShader(kind);
    gl.shaderSource(made, source);
    gl.compileShader(made);
    return made;
  }
  const program = gl.createProgram();
  gl.attachShader(program, shader(gl.VERTEX_SHADER, `
    attribute vec3 place, normal; uniform mat4 view; uniform mat3 turn; uniform vec3 shift; varying vec3 facing;
    void main() { facing = turn * normal; gl_Position = view * vec4(place + shift, 1.0); }`));
  gl.attachShader(program, shader(gl.FRAGMENT_SHADER, `
    precision mediump float; uniform vec3 colour; varying vec3 facing;
    void main() { float light = abs(dot(normalize(facing), normalize(vec3(0.3, 0.5, 0.8))));
      gl_FragColor = vec4(colour * (0.45 + 0.55 * light), 1.0); }`));
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.enable(gl.DEPTH_TEST);
  gl.clearColor(0.96, 0.95, 0.93, 1);
  const place = (name) => gl.getUniformLocation(program, name);
  const uniforms = { view: place("view"), turn: place("turn"), shift: place("shift"), colour: place("colour") };
  const attributes = [gl.getAttribLocation(program, "place"), gl.getAttribLocation(program, "normal")];

  const [[, , , [[, , width, height]]]] = parts.find((part) => part.name === "face").solids[0];
  const deep = Math.max(...parts.flatMap((part) => part.solids.flat().map((step) => step[2])));
  const gap = 26;  // mm between neighbours, quite apart
  const levels = Math.max(...parts.map((part) => part.level)) + 1;
  const hidden = new Set(parts.filter((part) => part.hidden).map((part) => part.name));
  let [yaw, pitch, lit] = [-0.5, -0.9, null];

  function draw() {
    const scale = window.devicePixelRatio || 1;
    const [w, h] = [canvas.clientWidth * scale, canvas.clientHeight * scale].map(Math.round);
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    gl.viewport(0, 0, w, h);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    const apart = slider.value / 100;
    const [cy, sy, cx, sx] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
    // First round the board's own upright axis, then towards the person.
    const turn = [cy, -sy, 0, sy * cx, cy * cx, -sx, sy * sx, cy * sx, cx];  // by rows
    const turned = [turn[0], turn[3], turn[6], turn[1], turn[4], turn[7], turn[2], turn[5], turn[8]];
    const whole = Math.hypot(width, height, deep + apart * gap * levels);
    const distance = whole * 1.45;
    const [near, far] = [distance - whole, distance + whole];
    const focus = 3.2 * Math.min(1, w / h);
    const view = [];
    for (let column = 0; column < 3; column++) {
      const [x, y, z] = [0, 1, 2].map((row) => turn[row * 3 + column]);
      view.push(x * focus * h / w, y * focus, z * -(far + near) / (far - near), -z);
    }
    view.push(0, 0, (far + near) / (far - near) * distance - 2 * far * near / (far - near), distance);
    gl.uniformMatrix4fv(uniforms.view, false, view);
    gl.uniformMatrix3fv(uniforms.turn, false, turned);
    parts.forEach((part) => {
      if (hidden.has(part.name)) return;
      if (!part.mesh) build(part);
      const z = deep / 2 + apart * gap * ((levels - 1) / 2 - part.level);
      gl.uniform3f(uniforms.shift, -width / 2, height / 2, z);
      gl.uniform3fv(uniforms.colour, part.name === lit ? [1, 0.62, 0] : part.rgb);
      gl.bindBuffer(gl.ARRAY_BUFFER, part.buffer);
      attributes.forEach((attribute, k) => {
        gl.enableVertexAttribArray(attribute);
        gl.vertexAttribPointer(attribute, 3, gl.FLOAT, false, 24, 12 * k);
      });
      gl.drawArrays(gl.TRIANGLES, 0, part.count);
    });
  }

  // Hands -----------------------------------------------------------------------------------
  let waiting = false;
  function soon() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; draw(); });
  }
  function rotate(dx, dy) {
    yaw += dx;
    pitch = Math.min(Math.PI, Math.max(-Math.PI, pitch + dy));
    soon();
  }
  canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));
  canvas.addEventListener("pointermove", (event) => {
    if (event.buttons) rotate(event.movementX / 150, event.movementY / 150);
  });
  const arrows = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
  canvas.addEventListener("keydown", (event) => {
    if (!arrows[event.key]) return;
    event.preventDefault();
    rotate(...arrows[event.key]);
  });
  slider.addEventListener("input", soon);
  window.addEventListener("resize", soon);
  for (const part of parts) {
    const label = document.createElement("label");
    const box = document.createElement("input");
    Object.assign(box, { type: "checkbox", checked: !part.hidden });
    box.addEventListener("change", () => { hidden[box.checked ? "delete" : "add"](part.name); soon(); });
    label.append(box, ` ${part.title}${/-\d$/.test(part.name) ? ` ${part.name.slice(-1)}` : ""}`);
    label.addEventListener("pointerenter", () => { lit = part.name; soon(); });
    label.addEventListener("pointerleave", () => { lit = null; soon(); });
    list.append(label);
  }
  draw();
  return { parts, draw, triangles };
})();
