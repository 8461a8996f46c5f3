// Imports other apps' histories: a trial run shows the result before anything is written.

import { fill, freshID, h } from "../../kit/dom.js";
import { field } from "../../kit/form.js";
import { fromWeight, isolated, percent, toWeight, weightUnit } from "../../kit/format.js";
import { announce } from "../../kit/changes.js";
import { plural, t } from "../../kit/language.js";
import { Unavailable } from "../../kit/server.js";
import { upload } from "../../kit/upload.js";
import { droppedFiles, grouped, rejectedFile, summed } from "./import-files.js";
import { activities, formats, groups as formatGroups } from "./import-guess.js";
import { lossText } from "./import-losses.js";
import { report } from "./import-report.js";
import { backToSteps } from "./settings-parts.js";
import { takeSharedFiles } from "./shared-files.js";

const settling = 400;
const mostNames = 100;

export function show(scope) {
  const stage = h("div", { class: "import-stage" }, formatList());
  const chosen = (input) => {
    const files = [...input.files];
    input.value = "";
    if (files.length > 0) choose(files);
  };
  const input = h("input", { type: "file", multiple: true, class: "spoken", id: freshID("file"),
    onchange: () => chosen(input) });
  const folder = h("input", { type: "file", webkitdirectory: true, hidden: true, onchange: () => chosen(folder) });
  const drop = h("label", { class: "drop", for: input.id },
    h("b", {}, t("Choose files")),
    h("span", { class: "muted" }, t("or drop files and folders here. You can check the result before you import.")));
  for (const name of ["dragover", "drop", "dragleave"]) {
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.toggle("is-over", name === "dragover");
      if (name === "drop") droppedFiles(event.dataTransfer).then((files) => choose(files)).catch(console.error);
    });
  }
  let turn = 0;
  let runs = [];
  const stopRuns = () => {
    for (const run of runs) run.stop();
    runs = [];
  };
  scope.signal.addEventListener("abort", stopRuns, { once: true });

  async function choose(files) {
    const mine = (turn += 1);
    stopRuns();
    const { groups, leftOut } = await grouped(files);
    if (mine !== turn || scope.signal.aborted) return;
    runs = groups.map((group) => importRun(scope, group, () => input.click()));
    fill(stage, leftOut.length > 0 ? leftOutPart(leftOut) : null, runs.map((run) => run.element));
    runs[0]?.focus();
    // The server imports one file of a person at a time.
    for (const run of runs.slice()) {
      if (mine === turn) await run.begin();
    }
  }

  if (scope.query.get("shared")) {
    takeSharedFiles().then((files) => { if (files.length > 0) choose(files); }).catch(console.error);
  }

  return h("div", { class: "place" },
    h("div", { class: "place-head" }, h("div", {}, h("h1", { tabindex: -1 }, t("Import")),
      h("p", {}, t("Import your history from other apps. Values that you have edited here are not overwritten."))),
      backToSteps()),
    input, drop, folder,
    h("div", { class: "actions import-more" },
      h("button", { type: "button", onclick: () => folder.click() }, t("Choose a folder"))),
    stage);
}

/** The formats, shown before anything is chosen. */
const formatList = () => h("section", { class: "card", "aria-label": t("Files that Waymark imports") },
  h("h2", {}, t("Files that Waymark imports")),
  h("div", { class: "import-formats" }, formatGroups.map(([title, kind, list]) => h("div", { class: kind },
    h("h3", {}, title),
    h("ul", {}, list.map(([, app, file]) =>
      h("li", {}, h("b", { translate: "no" }, app), h("span", { class: "muted" }, file))))))));

const leftOutPart = (list) => h("div", { class: "failure", role: "alert" },
  h("p", {}, list.length === 1 && list[0][1] === t("empty") ? t("This file is empty. Choose another one.")
    : plural(list.length, { one: "{count} file left out:", other: "{count} files left out:" })),
  h("ul", { class: "import-problems" }, list.slice(0, mostNames).map(([name, reason]) =>
    h("li", { dir: "auto" }, `${isolated(name)}: ${reason}.`))),
  list.length > mostNames ? h("p", {}, t("And {count} more.", { count: list.length - mostNames })) : null);

/** The files of one format: { element, focus(), begin(), stop() }. `again` chooses other files. */
function importRun(scope, { format, files }, again) {
  let run = null;
  let settled;
  const picked = field({ label: t("Source"), name: "format", value: format ?? "",
    options: [...(format ? [] : [["", t("Choose …")]]), ...formats],
    hint: format ? t("Detected from the file. Change it if it is wrong.")
      : t("The source was not detected. Choose it.") });
  const select = picked.querySelector("select");
  const outcome = h("div", { class: "import-outcome" });
  const losses = h("p", { class: "import-losses", hidden: true });
  const choices = activityChoices();
  const query = () => ({ format: select.value, ...(activities.has(select.value) ? choices.query() : {}) });
  const title = h("h2", { tabindex: -1 }, h("span", { class: "clamp", dir: "auto" },
    files.length === 1 ? files[0].name
      : plural(files.length,
        { one: "{count} file: {name} …", other: "{count} files: {name} …" }, { name: files[0].name })));
  const showChoices = () => {
    choices.element.hidden = !activities.has(select.value);
    lossText(select.value, files).then((text) => {
      losses.textContent = text ?? "";
      losses.hidden = text === null;
    }, () => {});
  };
  // Waits, because arrow keys pass other options before the intended one, and typing takes time.
  const retry = () => {
    clearTimeout(settled);
    settled = setTimeout(() => tryOut(), settling);
  };
  select.addEventListener("change", () => {
    showChoices();
    retry();
  });
  choices.element.addEventListener("input", retry);
  showChoices();

  /** Shows the result of the import without writing anything. */
  async function tryOut() {
    if (query().format === "") return;
    const value = await work(true);
    if (!value) return;
    const { added, alreadyThere, skipped } = value;
    fill(outcome,
      h("p", { class: "answer", role: "status" }, added > 0
        ? alreadyThere > 0 ? t("{added} will be added, {existing} already exist.", { added, existing: alreadyThere })
          : t("{added} will be added.", { added })
        : alreadyThere > 0 ? t("Nothing new: all {count} already exist.", { count: alreadyThere })
          : skipped > 0 ? t("Nothing to import: all activities are of other types.")
            : t("No usable records. Check the source.")),
      report(value),
      added > 0 ? h("div", { class: "actions" },
        h("button", { type: "button", class: "primary", onclick: () => write() },
          t("Import {count}", { count: added }))) : null);
  }

  async function write() {
    clearTimeout(settled);
    const value = await work(false);
    announce("everything");
    if (!value) return;
    const done = h("p", { class: "answer", tabindex: -1 },
      plural(value.rejected, {
        one: "{added} added, {existing} already existed, {count} row skipped. "
          + "Importing the same again creates no duplicates.",
        other: "{added} added, {existing} already existed, {count} rows skipped. "
          + "Importing the same again creates no duplicates.",
      }, { added: value.added, existing: value.alreadyThere }));
    fill(outcome, done, report(value), h("div", { class: "actions" },
      h("button", { type: "button", onclick: again }, t("Import other files")),
      h("a", { class: "button", href: "#/today" }, t("Done"))));
    done.focus();
  }

  /** Returns the sum of all files. If an upload fails or is cancelled, shows the reason and returns null. */
  async function work(dryRun) {
    run?.abort();
    const mine = new AbortController();
    run = mine;
    const bar = progressBar(files.length);
    const cancel = () => mine.abort();
    fill(outcome, bar.element, h("button", { type: "button", class: "quiet", onclick: cancel }, t("Cancel")));
    const asked = { ...query(), dryRun: dryRun ? "true" : null };
    const results = [];
    try {
      for (const [index, file] of files.entries()) {
        const options = { signal: mine.signal, onProgress: (event) => bar.follow(index, event) };
        const sent = upload("imports", asked, file, options);
        results.push({ name: file.name, report: await (files.length > 1 ? sent.catch(asReport) : sent) });
      }
      return summed(results);
    } catch (error) {
      if (run !== mine || scope.signal.aborted) return null;
      fill(outcome, h("div", { class: "failure", role: "alert" }, h("p", {}, messageOf(error, mine.signal, dryRun)),
        h("button", { type: "button", class: "quiet", onclick: () => tryOut() }, t("Try again"))));
      return null;
    }
  }

  return {
    element: h("section", { class: "card" }, title, picked, choices.element, losses, outcome),
    focus: () => title.focus(),
    begin: () => tryOut(),
    stop: () => {
      clearTimeout(settled);
      run?.abort();
    },
  };
}

// Among several files, one that the server rejects does not stop the others.
function asReport(error) {
  if (error.status !== 422) throw error;
  return rejectedFile(error.message);
}

/** { element, query() }: the fields for activities, and the parameters that they stand for. */
function activityChoices() {
  const load = field({ label: t("Load carried ({unit})", { unit: weightUnit() }), name: "load",
    type: "number", min: 0, step: "any", max: Math.floor(toWeight(heaviest)), value: 0, inputmode: "decimal",
    hint: t("Other apps do not record it. It applies to each of these activities.") });
  const types = field({ label: t("Types of activities"), name: "types",
    placeholder: "hike, walk, ruck", translate: "no",
    hint: t("Separated by commas, for example hike, run. Empty: hikes, walks and rucks.") });
  const value = (one) => one.querySelector("input").value.trim();
  const kilograms = () => Math.min(heaviest, Math.max(0, Math.round(fromWeight(Number(value(load)) || 0) * 100) / 100));
  return {
    element: h("div", { class: "import-choices" }, load, types),
    query: () => ({ load: String(kilograms()), types: value(types) || null }),
  };
}

const heaviest = 200;
function messageOf(error, signal, dryRun) {
  if (signal.aborted) {
    return dryRun ? t("Stopped. Nothing was written.")
      : t("Stopped. Records imported so far are kept. Import the same again to add the rest without duplicates.");
  }
  if (error instanceof Unavailable) {
    return dryRun ? t("The server is unavailable. Nothing was written. Try again in a moment.")
      : t("The server is unavailable. Records imported so far are kept. Import the same again to add the rest "
        + "without duplicates.");
  }
  return error.message;
}

const phases = { read: t("Reading the file"), write: t("Importing") };

/** { element, follow(index, { phase, done, total }) }: the progress over all files as a bar and as text. */
function progressBar(count) {
  const filled = h("i", {});
  const status = h("p", { class: "muted" }, t("Uploading …"));
  const names = { role: "progressbar", "aria-label": t("Import"), "aria-valuemin": 0, "aria-valuemax": 100 };
  const bar = h("div", { class: "bar", ...names }, filled);
  const element = h("div", { class: "import-progress" }, status, bar);
  const follow = (index, { phase, done, total }) => {
    const part = total > 0 ? Math.min(1, done / total) : 0;
    const share = (index + part) / count;
    filled.style.width = `${share * 100}%`;
    bar.setAttribute("aria-valuenow", Math.round(share * 100));
    status.textContent = `${phases[phase] ?? phase}: ${percent(share * 100)}`
      + (count > 1 ? `, ${t("file {file} of {count}", { file: index + 1, count })}` : "");
  };
  return { element, follow };
}
