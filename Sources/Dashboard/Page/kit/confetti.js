// Confetti, thrown once over a canvas that fills the window.

import { h } from "./dom.js";

const pieces = 120;
const lastingMilliseconds = 2600;
const gravity = 0.0011;

/** A canvas for a dialog. It starts when it is shown and removes itself. */
export function confetti() {
  const canvas = h("canvas", { class: "confetti", "aria-hidden": "true" });
  requestAnimationFrame(() => { if (canvas.isConnected) fly(canvas); });
  return canvas;
}

function fly(canvas) {
  const scale = Math.min(2, devicePixelRatio || 1);
  const width = innerWidth;
  const height = innerHeight;
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.scale(scale, scale);
  const style = getComputedStyle(document.documentElement);
  const colours = ["--listening", "--reading", "--rucks", "--warn"].map((name) => style.getPropertyValue(name).trim());
  const papers = Array.from({ length: pieces }, (_, index) => thrown(index, width, height, colours));
  let began = null;
  let last = null;

  function draw(now) {
    began ??= now;
    // A window that was hidden continues where it stopped.
    const step = Math.min(40, now - (last ?? now));
    last = now;
    const age = (now - began) / lastingMilliseconds;
    pen.clearRect(0, 0, width, height);
    if (age >= 1 || !canvas.isConnected) return canvas.remove();
    pen.globalAlpha = age < 0.7 ? 1 : (1 - age) / 0.3;
    for (const paper of papers) move(pen, paper, step);
    requestAnimationFrame(draw);
  }
  requestAnimationFrame(draw);
}

// From both lower corners towards the middle.
function thrown(index, width, height, colours) {
  const left = index % 2 === 0;
  const strength = Math.sqrt(height) * (0.025 + Math.random() * 0.028);
  return {
    x: left ? 0 : width,
    y: height * 0.8,
    right: (left ? 1 : -1) * Math.random() * Math.min(0.9, width / 900),
    down: -strength,
    turn: Math.random() * 6.3,
    spin: (Math.random() - 0.5) * 0.02,
    length: 6 + Math.random() * 6,
    colour: colours[index % colours.length],
  };
}

function move(pen, paper, step) {
  paper.down += gravity * step;
  paper.x += paper.right * step;
  paper.y += paper.down * step;
  paper.turn += paper.spin * step;
  pen.save();
  pen.translate(paper.x, paper.y);
  pen.rotate(paper.turn);
  pen.fillStyle = paper.colour;
  pen.fillRect(-paper.length / 2, -2.5, paper.length, 5);
  pen.restore();
}
