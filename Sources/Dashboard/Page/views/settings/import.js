// Imports another app's history: a trial run shows the result before anything is written.

import { fill, freshID, h } from "../../kit/dom.js";
import { field } from "../../kit/form.js";
import { counted, fromWeight, number, percent, toWeight, weightUnit } from "../../kit/format.js";
import { announce } from "../../kit/changes.js";
import { Unavailable } from "../../kit/server.js";
import { upload } from "../../kit/upload.js";
import { activities, formats, guess } from "./import-guess.js";
import { report } from "./import-report.js";

const largest = 64 * 1024 * 1024;
const settling = 400;

export function show(scope) {
  const stage = h("div", { class: "import-stage" });
  let run = null;
  let settled;
  scope.signal.addEventListener("abort", () => run?.abort(), { once: true });
  const input = h("input", { type: "file", class: "spoken", id: freshID("file"),
    onchange: () => { if (input.files[0]) choose(input.files[0]); } });
  const drop = h("label", { class: "drop", for: input.id },
    h("b", {}, "Choose a file"),
    h("span", { class: "muted" }, "or drop it here. You can check the result before you import."));
  for (const name of ["dragover", "drop", "dragleave"]) {
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.toggle("is-over", name === "dragover");
      const file = name === "drop" ? event.dataTransfer.files[0] : null;
      if (file) choose(file);
    });
  }

  async function choose(file) {
    input.value = "";
    if (file.size > largest) return failed("The file is larger than 64 MiB. Import it with `waymark import` instead.");
    if (file.size === 0) return failed("This file is empty. Choose another one.");
    const format = await guess(file);
    const picked = field({ label: "Source", name: "format", value: format ?? "",
      options: [...(format ? [] : [["", "Choose …"]]), ...formats],
      hint: format ? "Detected from the file. Change it if it is wrong." : "The source was not detected. Choose it." });
    const select = picked.querySelector("select");
    const outcome = h("div", { class: "import-outcome" });
    const choices = activityChoices();
    choices.element.hidden = !activities.has(format);
    const query = () => ({ format: select.value, ...(activities.has(select.value) ? choices.query() : {}) });
    // Waits, because arrow keys pass other options before the intended one, and typing takes time.
    const retry = () => {
      clearTimeout(settled);
      settled = setTimeout(() => tryOut(file, query, outcome), settling);
    };
    select.addEventListener("change", () => {
      choices.element.hidden = !activities.has(select.value);
      retry();
    });
    choices.element.addEventListener("input", retry);
    const title = h("h2", { tabindex: -1 }, h("span", { class: "clamp", dir: "auto" }, file.name));
    fill(stage, h("section", { class: "card" }, title, picked, choices.element, outcome));
    title.focus();
    if (format) tryOut(file, query, outcome);
  }

  /** Shows the result of the import without writing anything. */
  async function tryOut(file, query, outcome) {
    if (query().format === "") return;
    const value = await work(file, query, true, outcome);
    if (!value) return;
    const { added, alreadyThere, skipped } = value;
    const start = h("button", { type: "button", class: "primary", onclick: () => write(file, query, outcome) },
      `Import ${number(added)}`);
    fill(outcome,
      h("p", { class: "answer", role: "status" }, added > 0
        ? `${number(added)} will be added${alreadyThere > 0 ? `, ${number(alreadyThere)} already exist` : ""}.`
        : alreadyThere > 0 ? `Nothing new: all ${number(alreadyThere)} already exist.`
          : skipped > 0 ? "Nothing to import: all activities are of other types."
            : "No usable records in this file. Check the source."),
      report(value),
      added > 0 ? h("div", { class: "actions" }, start) : null);
  }

  async function write(file, query, outcome) {
    clearTimeout(settled);
    const value = await work(file, query, false, outcome);
    announce("everything");
    if (!value) return;
    const done = h("p", { class: "answer", tabindex: -1 },
      `${number(value.added)} added, ${number(value.alreadyThere)} already existed, `
      + `${counted(value.rejected, "row")} skipped. Importing the file again creates no duplicates.`);
    fill(outcome, done, report(value), h("div", { class: "actions" },
      h("button", { type: "button", onclick: () => input.click() }, "Import another file"),
      h("a", { class: "button", href: "#/today" }, "Done")));
    done.focus();
  }

  /** Returns the result. If the upload fails or is cancelled, shows the reason and returns null. */
  async function work(file, query, dryRun, outcome) {
    run?.abort();
    const mine = new AbortController();
    run = mine;
    const bar = progressBar();
    fill(outcome, bar.element, h("button", { type: "button", class: "quiet", onclick: () => mine.abort() }, "Stop"));
    try {
      return await upload("imports", { ...query(), dryRun: dryRun ? "true" : null }, file,
        { signal: mine.signal, onProgress: bar.follow });
    } catch (error) {
      if (run !== mine || scope.signal.aborted) return null;
      fill(outcome, h("div", { class: "failure", role: "alert" }, h("p", {}, messageOf(error, mine.signal, dryRun)),
        h("button", { type: "button", class: "quiet", onclick: () => tryOut(file, query, outcome) }, "Try again")));
      return null;
    }
  }

  const failed = (text) => fill(stage, h("p", { class: "failure", role: "alert" }, text));

  return h("div", { class: "place" },
    h("div", { class: "place-head" }, h("div", {}, h("h1", { tabindex: -1 }, "Import"),
      h("p", {}, "Import your history from another app. Values that you have edited here are not overwritten."))),
    input, drop, stage);
}

/** { element, query() }: the fields for activities, and the parameters that they stand for. */
function activityChoices() {
  const load = field({ label: `Load carried (${weightUnit()})`, name: "load", type: "number", min: 0, step: "any",
    max: Math.floor(toWeight(heaviest)), value: 0, inputmode: "decimal" });
  const types = field({ label: "Types of activities", name: "types", placeholder: "hike, walk, ruck",
    hint: "Separated by commas, for example hike, run. Empty: hikes, walks and rucks." });
  const value = (one) => one.querySelector("input").value.trim();
  const kilograms = () => Math.min(heaviest, Math.max(0, Math.round(fromWeight(Number(value(load)) || 0) * 100) / 100));
  return {
    element: h("div", { class: "import-choices" }, load, types),
    query: () => ({ load: String(kilograms()), types: value(types) || null }),
  };
}

const heaviest = 200;
const safe = "Records imported so far are kept. Import the file again to add the rest without duplicates.";

function messageOf(error, signal, dryRun) {
  if (signal.aborted) return dryRun ? "Stopped. Nothing was written." : `Stopped. ${safe}`;
  if (error instanceof Unavailable) {
    return `The server is unavailable. ${dryRun ? "Nothing was written. Try again in a moment." : safe}`;
  }
  return error.message;
}

const phases = { read: "Reading the file", write: "Importing" };

/** { element, follow({ phase, done, total }) }: the progress as a bar and as text. */
function progressBar() {
  const filled = h("i", {});
  const status = h("p", { class: "muted" }, "Uploading …");
  const names = { role: "progressbar", "aria-label": "Import", "aria-valuemin": 0, "aria-valuemax": 100 };
  const bar = h("div", { class: "bar", ...names }, filled);
  const element = h("div", { class: "import-progress" }, status, bar);
  const follow = ({ phase, done, total }) => {
    const share = total > 0 ? Math.min(1, done / total) : 0;
    filled.style.width = `${share * 100}%`;
    bar.setAttribute("aria-valuenow", Math.round(share * 100));
    status.textContent = `${phases[phase] ?? phase}: ${percent(share * 100)}`;
  };
  return { element, follow };
}
