// The files that a person chose or dropped, including the files of folders, grouped by their format.

import { t } from "../../kit/language.js";
import { guess } from "./import-guess.js";

export const largest = 64 * 1024 * 1024;
/** More files at once are not read. */
export const mostFiles = 1000;

const isHidden = (file) => file.name.startsWith(".");

/** The files of a drop, including those of dropped folders, at most one more than `mostFiles`. */
export async function droppedFiles(transfer) {
  // The entries have to be taken before the first pause.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return [...transfer.files];
  const files = [];
  while (entries.length > 0 && files.length <= mostFiles) {
    const entry = entries.shift();
    if (entry.isFile) files.push(await new Promise((done, failed) => { entry.file(done, failed); }));
    else entries.push(...await childrenOf(entry));
  }
  return files;
}

async function childrenOf(folder) {
  const reader = folder.createReader();
  const children = [];
  while (children.length <= mostFiles) {
    const some = await new Promise((done, failed) => { reader.readEntries(done, failed); });
    if (some.length === 0) break;
    children.push(...some);
  }
  return children;
}

/**
 * { groups: [{ format, files }], leftOut: [[name, reason]] }: the files of one format are imported together. A single
 * file without a known format is a group with the format null, so that the person can choose it.
 */
export async function grouped(all) {
  const files = all.filter((file) => all.length === 1 || !isHidden(file));
  const leftOut = [];
  const groups = new Map();
  for (const file of files.slice(0, mostFiles)) {
    const reason = file.size > largest ? t("larger than 64 MiB; use `waymark import`")
      : file.size === 0 ? t("empty") : null;
    const format = reason ? null : await guess(file);
    const isUnknown = format === null && files.length > 1;
    if (reason || isUnknown) leftOut.push([file.name, reason ?? t("format not recognised")]);
    else groups.set(format, [...(groups.get(format) ?? []), file]);
  }
  const rest = files.length - mostFiles;
  if (rest > 0) leftOut.push([
    t("{count} more", { count: rest }), t("only {count} files are read at once", { count: mostFiles }),
  ]);
  return { groups: [...groups].map(([format, list]) => ({ format, files: list })), leftOut };
}

const mostProblems = 1000;

/** Adds up the reports of several files. A problem names its file if there are several. */
export function summed(results) {
  const sum = { added: 0, alreadyThere: 0, rejected: 0, skipped: 0, byKind: {}, skippedByType: {}, problems: [] };
  for (const { name, report } of results) {
    for (const key of ["added", "alreadyThere", "rejected", "skipped"]) sum[key] += report[key] ?? 0;
    for (const [kind, counts] of Object.entries(report.byKind)) {
      const of = sum.byKind[kind] ??= { added: 0, alreadyThere: 0, rejected: 0 };
      for (const key of Object.keys(of)) of[key] += counts[key];
    }
    for (const [type, count] of Object.entries(report.skippedByType ?? {})) {
      sum.skippedByType[type] = (sum.skippedByType[type] ?? 0) + count;
    }
    for (const problem of report.problems.slice(0, mostProblems - sum.problems.length)) {
      sum.problems.push(results.length > 1 ? { ...problem, file: name } : problem);
    }
  }
  return sum;
}

/** The report of a file that the server rejected as a whole. */
export const rejectedFile = (reason) =>
  ({ added: 0, alreadyThere: 0, rejected: 1, skipped: 0, byKind: {}, skippedByType: {}, problems: [{ reason }] });
