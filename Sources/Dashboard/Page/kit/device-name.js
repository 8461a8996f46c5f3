// Names a program and its device in words: "Firefox on Android".

import { t } from "./language.js";

// Many programs claim to be others, so the order matters.
const programs = [
  [/\bEdg(e|A|iOS)?\//, "Edge"], [/\bOPR\//, "Opera"], [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"], [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const systems = [
  [/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android/, "Android"], [/CrOS/, "ChromeOS"], [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "Mac"], [/Linux/, "Linux"],
];

const find = (list, text) => list.find(([pattern]) => pattern.test(text))?.[1];

/** The name for a `User-Agent`, or null if it has none. */
export function deviceName(userAgent) {
  if (!userAgent) return null;
  const program = find(programs, userAgent) ?? userAgent.match(/^[^\s/(;]{1,40}/)?.[0] ?? null;
  const system = find(systems, userAgent);
  return program && system ? t("{program} on {system}", { program, system }) : program ?? system ?? null;
}
