// Years of another app's history: a file is dropped or chosen, what would happen is shown first, then it is imported.

import { fill, freshID, h } from "../../kit/dom.js";
import { field } from "../../kit/form.js";
import { counted, number, percent } from "../../kit/format.js";
import { announce } from "../../kit/changes.js";
import { Away } from "../../kit/server.js";
import { upload } from "../../kit/upload.js";
import { formats, guess } from "./import-guess.js";
import { report } from "./import-report.js";

const largest = 64 * 1024 * 1024;
const settling = 400;

export function show(scope) {
  const stage = h("div", { class: "import-stage" });
  let run = null;
  scope.signal.addEventListener("abort", () => run?.abort(), { once: true });
  const input = h("input", { type: "file", class: "spoken", id: freshID("file"),
    onchange: () => { if (input.files[0]) choose(input.files[0]); } });
  const drop = h("label", { class: "drop", for: input.id },
    h("b", {}, "Choose a file"), h("span", { class: "muted" }, "or drop it here. Nothing is written yet."));
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
    if (file.size > largest) return failed("This file has more than 64 MiB: `waymark import` takes it on the server.");
    if (file.size === 0) return failed("This file is empty.");
    const format = await guess(file);
    const picked = field({ label: "Where is it from?", name: "format", value: format ?? "",
      options: [...(format ? [] : [["", "Choose …"]]), ...formats],
      hint: format ? "Guessed from the file; change it if that is wrong." : "The file itself does not say." });
    const select = picked.querySelector("select");
    const outcome = h("div", { class: "import-outcome" });
    // A choice by keys goes through others on its way.
    let settled;
    select.addEventListener("change", () => {
      clearTimeout(settled);
      settled = setTimeout(() => tryOut(file, select.value, outcome), settling);
    });
    const title = h("h2", { tabindex: -1 }, h("span", { class: "clamp", dir: "auto" }, file.name));
    fill(stage, h("section", { class: "card" }, title, picked, outcome));
    title.focus();
    if (format) tryOut(file, format, outcome);
  }

  /** Shows what would happen; nothing is written. */
  async function tryOut(file, format, outcome) {
    if (format === "") return;
    const value = await work(file, format, true, outcome);
    if (!value) return;
    const { added, alreadyThere } = value;
    const start = h("button", { type: "button", class: "primary", onclick: () => write(file, format, outcome) },
      `Import ${number(added)}`);
    fill(outcome,
      h("p", { class: "answer", role: "status" }, added > 0
        ? `${number(added)} would be added${alreadyThere > 0 ? `, ${number(alreadyThere)} are there already` : ""}.`
        : alreadyThere > 0 ? `Nothing new: all ${number(alreadyThere)} are there already.`
          : "Nothing in this file can be used. Is it another kind of file?"),
      report(value),
      added > 0 ? h("div", { class: "actions" }, start) : null);
  }

  async function write(file, format, outcome) {
    const value = await work(file, format, false, outcome);
    announce("everything");
    if (!value) return;
    const done = h("p", { class: "answer", tabindex: -1 },
      `${number(value.added)} added, ${number(value.alreadyThere)} were there already, `
      + `${counted(value.rejected, "row")} left out. Importing the file again adds nothing twice.`);
    fill(outcome, done, report(value), h("div", { class: "actions" },
      h("button", { type: "button", onclick: () => input.click() }, "Another file"),
      h("a", { class: "button", href: "#/today" }, "Done")));
    done.focus();
  }

  /** The result, or nothing where it failed or was given up, which is then said. */
  async function work(file, format, dryRun, outcome) {
    run?.abort();
    const mine = new AbortController();
    run = mine;
    const bar = progressBar();
    fill(outcome, bar.element, h("button", { type: "button", class: "quiet", onclick: () => mine.abort() }, "Stop"));
    try {
      return await upload("imports", { format, dryRun: dryRun ? "true" : null }, file,
        { signal: mine.signal, onProgress: bar.follow });
    } catch (error) {
      if (run !== mine || scope.signal.aborted) return null;
      fill(outcome, h("div", { class: "failure", role: "alert" }, h("p", {}, messageOf(error, mine.signal, dryRun)),
        h("button", { type: "button", class: "quiet", onclick: () => tryOut(file, format, outcome) }, "Try again")));
      return null;
    }
  }

  const failed = (text) => fill(stage, h("p", { class: "failure", role: "alert" }, text));

  return h("div", { class: "place" },
    h("div", { class: "place-head" }, h("div", {}, h("h1", { tabindex: -1 }, "Import"),
      h("p", {}, "Bring the history of another app. What you have set here yourself stays as it is."))),
    input, drop, stage);
}

const safe = "What was imported so far is kept; importing the file again adds the rest, and nothing twice.";

function messageOf(error, signal, dryRun) {
  if (signal.aborted) return dryRun ? "Stopped. Nothing was written." : `Stopped. ${safe}`;
  if (error instanceof Away) return `The server went away. ${dryRun ? "Nothing was written." : safe}`;
  return error.message;
}

const phases = { read: "Reading the file", write: "Importing" };

/** { element, follow({ phase, done, total }) }: how far it is, in words too. */
function progressBar() {
  const filled = h("i", {});
  const status = h("p", { class: "muted" }, "Sending the file …");
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
