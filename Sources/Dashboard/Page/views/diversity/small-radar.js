// A small radar that is drawn in the browser and moves from the values before an answer to those after it.

import { h, reducedMotion } from "../../kit/dom.js";
import { textScale } from "../../kit/heights.js";
import { t } from "../../kit/language.js";

const space = "http://www.w3.org/2000/svg";
const width = 340;
const height = 236;
const middle = [width / 2, height / 2];
const radius = 78;
const movingMilliseconds = 400;
const labelSize = 12.5;
/** With larger text, the picture shows numbers and the names are listed below. */
const mostTextScale = 1.25;

/** smallRadar(axes, before): `axes` from the server's response, `before` the earlier ones or null. */
export function smallRadar(axes, before) {
  const svg = drawing(axes, before);
  if (textScale() <= mostTextScale) return svg;
  const names = axes.map((axis) => h("li", {}, axis.label));
  return [svg, h("ol", { class: "small-radar-names", "aria-hidden": "true" }, names)];
}

function drawing(axes, before) {
  const viewBox = `0 0 ${width} ${height}`;
  const svg = node("svg", { viewBox, class: "small-radar", role: "img", "aria-label": describe(axes) });
  for (const share of [0.25, 0.5, 0.75, 1]) {
    svg.append(node("path", { d: outline(axes.map(() => share * 100)), class: "small-radar-grid" }));
  }
  axes.forEach((axis, index) => {
    const [x, y] = point(index, axes.length, 1);
    svg.append(node("line", {
      x1: middle[0], y1: middle[1], x2: x, y2: y, class: axis.isGhost ? "small-radar-ghost" : "small-radar-axis",
    }));
    svg.append(label(axis, index, axes.length));
  });
  const shape = node("path", { class: "small-radar-shape" });
  const dots = axes.map((axis) =>
    node("circle", { r: 4, class: axis.isGhost ? "small-radar-open" : "small-radar-dot" }));
  svg.append(shape, ...dots);

  const target = axes.map((axis) => axis.value);
  const start = axes.map((axis) => before?.find((item) => item.dimension === axis.dimension)?.value ?? axis.value);
  function draw(values) {
    shape.setAttribute("d", outline(values));
    values.forEach((value, index) => {
      const [x, y] = point(index, values.length, value / 100);
      dots[index].setAttribute("cx", x);
      dots[index].setAttribute("cy", y);
    });
  }
  if (reducedMotion() || start.every((value, index) => value === target[index])) {
    draw(target);
    return svg;
  }
  draw(start);
  let began = null;
  function step(now) {
    began ??= now;
    const part = Math.min(1, (now - began) / movingMilliseconds);
    const eased = 1 - (1 - part) ** 3;
    draw(target.map((value, index) => start[index] + (value - start[index]) * eased));
    if (part < 1 && svg.isConnected) requestAnimationFrame(step);
  }
  requestAnimationFrame(step);
  return svg;
}

const describe = (axes) => t("The radar: {axes}", { axes: axes.map((axis) => axis.description).join(" ") });

function point(index, count, share) {
  const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
  // Keeps a value of zero visible next to the centre.
  const length = 8 + (radius - 8) * share;
  return [middle[0] + Math.cos(angle) * length, middle[1] + Math.sin(angle) * length];
}

function outline(values) {
  const corners = values.map((value, index) => point(index, values.length, value / 100));
  return `M${corners.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}

function label(axis, index, count) {
  const [x, y] = point(index, count, 1.16);
  const side = x - middle[0];
  const text = node("text", {
    x, y: y + 4, "text-anchor": Math.abs(side) < 8 ? "middle" : side > 0 ? "start" : "end", class: "small-radar-label",
  });
  const scale = textScale();
  text.setAttribute("font-size", labelSize * scale);
  text.textContent = scale > mostTextScale ? index + 1 : axis.label;
  return text;
}

function node(name, attributes) {
  const element = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
