// Guesses a file's format from its first bytes and its name. The user can choose another format.

import { t } from "../../kit/language.js";

/** The formats of the server by what they bring: [title, kind, [[format, app, file]]]. */
export const groups = [
  [t("Books"), "reading", [
    ["goodreads", "Goodreads", t("library export")],
    ["storygraph", "StoryGraph", t("library export")],
    ["librarything", "LibraryThing", t("tab-separated export")],
    ["bookwyrm", "BookWyrm", t("export")],
    ["hardcover", "Hardcover", t("export")],
    ["calibre", "Calibre", t("catalogue as CSV")],
    ["openreads", "Openreads", t("CSV export")],
    ["openlibrary", "Open Library", t("reading log")],
  ]],
  [t("Reading"), "reading", [
    ["koreader", "KOReader", t("statistics.sqlite3")],
    ["kobo", "Kobo", t("KoboReader.sqlite")],
    ["kindle", "Kindle", t("reading sessions of Amazon's data request")],
  ]],
  [t("Listening"), "listening", [
    ["audiobookshelf", "Audiobookshelf", t("listening sessions")],
    ["spotify", "Spotify", t("audiobooks of the extended streaming history")],
    ["audible", "Audible", t("Listening.csv")],
  ]],
  [t("Rucks and walks"), "rucks", [
    ["strava", "Strava", t("activities.csv, or the whole export")],
    ["gpx", "GPX", t("a recorded walk")],
    ["tcx", "TCX", t("a recorded walk")],
    ["fit", "FIT", t("a recorded walk")],
    ["activities", t("Activities"), t("a zip file of GPX, TCX and FIT files")],
    ["garmin", "Garmin", t("the account's export")],
    ["runkeeper", "Runkeeper", t("cardioActivities.csv, or the whole export")],
    ["fitbit", "Fitbit", t("exercise-….json, or Google's export")],
    ["samsung-health", "Samsung Health", t("exercises, or the whole export")],
    ["apple-health", "Apple Health", t("export.xml, or the whole export")],
    ["health-auto-export", "Health Auto Export", t("workouts as JSON")],
  ]],
  [t("Everything"), "listening", [["waymark", "Waymark", t("an account's export")]]],
];

const all = groups.flatMap(([, , list]) => list);

/** [[format, label]] */
export const formats = all.map(([format, app, file]) => [format, t("{app}: {file}", { app, file })]);

/** The app of each format. */
export const apps = new Map(all);

/** The formats that contain walks and other activities. */
export const activities = new Set(groups.find(([, kind]) => kind === "rucks")[2].map(([format]) => format));

const beginning = 4096;

// The first match wins, so the more reliable marks come first.
const marks = [
  ["kobo", (text, _, name) => text.startsWith("SQLite format 3") && /kobo/i.test(name)],
  ["koreader", (text) => text.startsWith("SQLite format 3")],
  ["waymark", (text) => /"format"\s*:\s*"waymark-account"/.test(text)],
  ["fit", (text) => text.slice(8, 12) === ".FIT"],
  ["gpx", (text) => /<gpx[\s>]/.test(text)],
  ["tcx", (text) => /<TrainingCenterDatabase[\s>]/.test(text)],
  ["apple-health", (text) => /<HealthData[\s>]/.test(text) || text.includes("apple_health_export/")],
  ["health-auto-export", (text) => /^\s*\{\s*"data"\s*:/.test(text)],
  ["garmin", (text) => /summarizedActivities|DI_CONNECT/.test(text)],
  ["kindle", (text) => /total_reading_milli|Kindle\.(Devices|ReadingInsights)|Digital\.Content\./.test(text)],
  ["spotify", (text) => /"ms_played"|Streaming_History|Spotify Extended/.test(text)],
  ["audible", (text, head) => /event duration milliseconds/i.test(head) || /Listening\.csv/.test(text)],
  ["samsung-health", (text) => /com\.samsung\.s?health/.test(text)],
  ["fitbit", (text) => /"activityName"|Takeout\/(Fitbit|Google Health)/.test(text)],
  ["runkeeper", (text, head) => /cardioActivities/.test(text) || /gpx file/i.test(head)],
  ["activities", (text) => text.startsWith("PK") && /\.(gpx|tcx|fit)/i.test(text) && !/activities\//.test(text)],
  ["strava", (text) => text.startsWith("PK") || /(^|,)"?activities\//m.test(text) || /^"?activity id/i.test(text)],
  ["audiobookshelf", (text) => /^\s*[[{]/.test(text) && /"(libraryItemId|timeListening|sessions)"/.test(text)],
  ["openlibrary", (_, head) => /work id.*bookshelf/i.test(head)],
  ["calibre", (_, head) => /author_sort|title_sort/.test(head)],
  ["openreads", (_, head) => /olid|my_review/.test(head)],
  ["librarything", (text, head) => head.includes("\t") && /book id|title/i.test(head)],
  ["goodreads", (_, head) => /exclusive shelf|bookshelves|my rating/i.test(head)],
  ["storygraph", (_, head) => /isbn\/uid|read status|star rating/i.test(head)],
  ["bookwyrm", (_, head) => /remote_id|openlibrary_key|author_text/i.test(head)],
  ["hardcover", (_, head) => /hardcover/i.test(head) || /^"?title"?,.*status/i.test(head)],
];

const words = formats.map(([format]) => format);

/** Returns the format, or null if it is unknown. */
export async function guess(file) {
  // Latin-1 maps each byte to one character, because the file may be binary.
  const bytes = await file.slice(0, beginning).arrayBuffer();
  const text = new TextDecoder("latin1").decode(bytes).replace(/^ï»¿/, "");
  const head = text.split(/\r?\n/, 1)[0];
  const found = marks.find(([, fits]) => fits(text, head, file.name))?.[0];
  return found ?? words.find((word) => file.name.toLowerCase().includes(word)) ?? null;
}
