// Draws the track of a ruck as a line, without a map. Its points are not kept in the browser.

import { onChange } from "../../kit/changes.js";
import { person } from "../../kit/person.js";
import { link } from "../../kit/route.js";
import { get, part } from "../../kit/server.js";

export const trackPath = (ruck) => `rucks/${part(ruck.id)}/track`;

/** The address of the page of a ruck. */
export const ruckLink = (ruck) => link(`/rucks/walk/${part(ruck.id)}`);

const known = new Map();

onChange((areas) => {
  if (areas.has("rucks") || areas.has("everything")) known.clear();
});

/**
 * The points of a track, without those that a line within `tolerance` metres does not need. Null keeps all. Loaded once
 * until the rucks change.
 */
export function pointsOf(ruck, tolerance) {
  // Another user may sign in on the same page.
  const name = `${person()?.userId} ${ruck.id} ${tolerance}`;
  if (!known.has(name)) {
    known.set(name, get(trackPath(ruck), { tolerance }).then(({ points }) => points, (error) => {
      known.delete(name);
      throw error;
    }));
  }
  return known.get(name);
}

const side = 100;
const margin = 6;

/**
 * The coordinates of a line within a square of 100 units, north up, in the proportions of the middle latitude. A track
 * across the 180th meridian is not torn.
 */
export function lineOf(points) {
  const latitudes = points.map(([, latitude]) => latitude);
  const middle = (Math.min(...latitudes) + Math.max(...latitudes)) / 2;
  const narrowing = Math.cos((middle * Math.PI) / 180);
  let before = points[0][2];
  const places = points.map(([, latitude, longitude]) => {
    const turns = Math.round((before - longitude) / 360);
    before = longitude + 360 * turns;
    return [before * narrowing, -latitude];
  });
  const range = (axis) => {
    const values = places.map((place) => place[axis]);
    return [Math.min(...values), Math.max(...values)];
  };
  const [[left, right], [top, bottom]] = [range(0), range(1)];
  const scale = (side - 2 * margin) / Math.max(right - left, bottom - top, 1e-6);
  const shift = [(side - (right - left) * scale) / 2, (side - (bottom - top) * scale) / 2];
  const rounded = (value) => Math.round(value * 10) / 10;
  return places.map(([x, y]) => [rounded((x - left) * scale + shift[0]), rounded((y - top) * scale + shift[1])]);
}

const space = "http://www.w3.org/2000/svg";

/** An element of a drawing. */
export function shape(name, attributes) {
  const element = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/**
 * A small drawing, which is loaded when it is near the visible part of the page. Screen readers skip it, because the
 * text next to it suffices. It removes `owner` if the track is gone.
 */
export function trackDrawing(ruck, { tolerance, owner }) {
  const svg = shape("svg", { viewBox: `0 0 ${side} ${side}`, class: "track", "aria-hidden": "true" });
  const draw = async () => {
    try {
      const line = lineOf(await pointsOf(ruck, tolerance));
      const [begin, end] = [line[0], line.at(-1)];
      svg.append(
        shape("path", { class: "track-line", d: `M${line.map((place) => place.join(" ")).join("L")}` }),
        shape("circle", { class: "track-end", cx: end[0], cy: end[1], r: 2.2 }),
        shape("circle", { class: "track-start", cx: begin[0], cy: begin[1], r: 1.4 }));
    } catch {
      // The row says everything else. A deleted track leaves no empty button.
      owner.remove();
    }
  };
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    draw();
  }, { rootMargin: "64px" });
  observer.observe(svg);
  return svg;
}
