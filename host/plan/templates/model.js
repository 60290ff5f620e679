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
  function polygon(shape) {
    if (Array.isArray(shape[0])) return shape;
    if (shape.length === 3) {
      const [x, y, diameter] = shape;
      const count = diameter > 6 ? 24 : 16;
      return Array.from({ length: count }, (_, n) => {
        const angle = 2 * Math.PI * n / count;
        return [x + diameter / 2 * Math.cos(angle), y + diameter / 2 * Math.sin(angle)];
      });
    }
    const [x, y, width, height, corner] = shape;
    const radius = Math.min(corner, width / 2, height / 2);
    const found = [];
    for (const [sx, sy, from] of [[1, 1, 0], [-1, 1, 1], [-1, -1, 2], [1, -1, 3]]) {
      for (let n = 0; n <= (radius ? 4 : 0); n++) {
        const angle = Math.PI / 2 * (from + n / 4);
        found.push([x + sx * (width / 2 - radius) + radius * Math.cos(angle),
                    y + sy * (height / 2 - radius) + radius * Math.sin(angle)]);
      }
    }
    return found;
  }

  // What is between the edges, as trapezoids between the heights at which an edge begins or ends.
  function trapezoids(polygons) {
    const edges = [];
    for (const points of polygons) {
      points.forEach(([x1, y1], n) => {
        const [x2, y2] = points[(n + 1) % points.length];
        if (Math.abs(y1 - y2) > 1e-6) edges.push(y1 < y2 ? [x1, y1, x2, y2] : [x2, y2, x1, y1]);
      });
    }
    const heights = [...new Set(polygons.flat().map(([, y]) => Math.round(y * 1e4) / 1e4))].sort((a, b) => a - b);
    const at = ([x1, y1, x2, y2], y) => x1 + (x2 - x1) * (y - y1) / (y2 - y1);
    const found = [];
    for (let n = 0; n + 1 < heights.length; n++) {
      const [top, bottom] = [heights[n], heights[n + 1]];
      const middle = (top + bottom) / 2;
      const crossed = edges.filter(([, y1, , y2]) => y1 < middle && middle < y2);
      crossed.sort((a, b) => at(a, middle) - at(b, middle));
      for (let k = 0; k + 1 < crossed.length; k += 2) {
        found.push([at(crossed[k], top), at(crossed[k + 1], top), at(crossed[k + 1], bottom), at(crossed[k], bottom), top, bottom]);
      }
    }
    return found;
  }

  // Triangles: place and normal of each corner. y goes up and z to the person who looks.
  function solid(part) {
    const out = [];
    const corner = (x, y, z, normal) => out.push(x, -y, z, ...normal);
    part.area = 0;
    for (const prism of [part, ...(part.more ?? [])]) {
      const rings = [...prism.outlines, ...prism.holes].map(polygon);
      const flats = trapezoids(rings);
      const [f, b] = [-prism.front, -prism.back];
      for (const [z, up] of [[f, 1], [b, -1]]) {
        for (const [x1, x2, x3, x4, top, bottom] of flats) {
          for (const [x, y] of [[x1, top], [x2, top], [x3, bottom], [x1, top], [x3, bottom], [x4, bottom]]) corner(x, y, z, [0, 0, up]);
        }
      }
      for (const points of rings) {
        points.forEach(([x1, y1], n) => {
          const [x2, y2] = points[(n + 1) % points.length];
          const long = Math.hypot(x2 - x1, y2 - y1) || 1;
          const normal = [(y2 - y1) / long, (x2 - x1) / long, 0];
          for (const [x, y, z] of [[x1, y1, f], [x2, y2, f], [x2, y2, b], [x1, y1, f], [x2, y2, b], [x1, y1, b]]) corner(x, y, z, normal);
        });
      }
      part.area += flats.reduce((sum, [a, b, c, d, top, bottom]) => sum + (b - a + c - d) / 2 * (bottom - top), 0);
    }
    part.count = out.length / 6;
    part.buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, part.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(out), gl.STATIC_DRAW);
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

  parts.forEach(solid);
  const sheet = polygon(parts.find((part) => part.name === "face").outlines[0]);
  const [width, height] = [0, 1].map((axis) => Math.max(...sheet.map((point) => point[axis])));
  const deep = Math.max(...parts.map((part) => part.back));
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
  return { parts, draw };
})();
