// The books that lack a dimension: the server lists them for core dimensions; for others each book is checked.

import { get, part } from "../../kit/server.js";

const atOnce = 6;

/** Yields books, last read first: { workId, title, missing: [dimension] }. Null means any core dimension. */
export async function* lacking(dimension, about, signal) {
  const core = dimension === null || about.find((item) => item.dimension === dimension)?.isCore;
  if (core) yield* pages("diversity/missing", { dimension, limit: 50 }, signal);
  else yield* ofLibrary(about.find((item) => item.dimension === dimension), signal);
}

async function* pages(path, query, signal) {
  let cursor;
  do {
    const page = await get(path, { ...query, cursor }, signal);
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor);
}

async function* ofLibrary(about, signal) {
  let waiting = [];
  for await (const entry of pages("library", { limit: 60 }, signal)) {
    waiting.push(ifLacking(entry.workId, about, signal));
    if (waiting.length < atOnce) continue;
    yield* (await Promise.all(waiting)).filter(Boolean);
    waiting = [];
  }
  yield* (await Promise.all(waiting)).filter(Boolean);
}

const sources = { timePeriod: "publishedYear", language: "language" };

async function ifLacking(workId, about, signal) {
  const work = await get(`works/${part(workId)}`, {}, signal);
  const lacks = about.isDerived
    ? work[sources[about.dimension]] === null
    : !(about.dimension in (await get(`diversity/works/${part(workId)}`, {}, signal)).values);
  return lacks ? { workId, title: work.title, missing: [about.dimension] } : null;
}

/** The first book that lacks the dimension, or null. */
export async function firstLacking(dimension, about, signal) {
  for await (const item of lacking(dimension, about, signal)) return item;
  return null;
}

/** The number of questions. */
export async function countLacking(dimension, signal) {
  if (dimension === null) return (await get("diversity/completion", {}, signal)).missingFields;
  const core = ["culturalOrigin", "gender", "translation", "ownVoices", "accessibility"];
  const others = core.filter((name) => name !== dimension);
  const { axes } = await get("diversity/radar", { axes: [dimension, ...others].join(",") }, signal);
  return axes[0].missingBooks;
}
