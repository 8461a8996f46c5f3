// A ring that is filled by a share, with a figure inside.

const space = "http://www.w3.org/2000/svg";
const radius = 42;
const around = 2 * Math.PI * radius;

/** Decoration: the element around it has a name with the figures. */
export function ring(share, text) {
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("class", "ring");
  svg.setAttribute("aria-hidden", "true");
  const filled = Math.min(1, Math.max(0, share)) * around;
  svg.append(circle("ring-track"), circle("ring-part", `${filled} ${around}`), figure(text));
  return svg;
}

function circle(name, dashes) {
  const element = document.createElementNS(space, "circle");
  const attributes = { cx: 50, cy: 50, r: radius, class: name, transform: "rotate(-90 50 50)" };
  if (dashes) attributes["stroke-dasharray"] = dashes;
  // A line with round ends would show a dot for a share of zero.
  if (dashes?.startsWith("0 ")) attributes.visibility = "hidden";
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function figure(text) {
  const element = document.createElementNS(space, "text");
  const attributes = { x: 50, y: 50, "text-anchor": "middle", "dominant-baseline": "central", class: "ring-figure" };
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}
