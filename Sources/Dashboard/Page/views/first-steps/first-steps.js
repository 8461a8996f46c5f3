// The first steps: time zone, units, what a person tracks, where their history is, and a first goal. All are optional.

import { fill, h } from "../../kit/dom.js";
import { segments } from "../../kit/form.js";
import { failure } from "../../kit/card.js";
import { number, usesMiles, usesPounds } from "../../kit/format.js";
import { go, link } from "../../kit/route.js";
import { choose } from "../../kit/storage.js";
import { endWelcome, isTracked } from "../today/tracked.js";
import { goalStep, sourceStep, trackStep, zoneStep } from "./steps.js";

const steps = [
  ["Your time zone", zoneStep],
  ["Your units", unitStep],
  ["What you track", trackStep],
  ["Your history", sourceStep],
  ["A first goal", goalStep],
];

export function show(scope) {
  const stage = h("section", { class: "card welcome-stage", "aria-labelledby": "welcome-step" });
  const finish = () => {
    endWelcome();
    go("/today");
  };
  const showStep = async (focus) => {
    const at = stepOf(scope.query);
    const [title, content] = steps[at];
    const heading = h("h2", { id: "welcome-step", tabindex: -1 }, title);
    const next = () => (at + 1 < lastOf() ? go("/welcome", { step: at + 2 }) : finish());
    const body = h("div", { class: "welcome-body" });
    fill(stage,
      h("p", { class: "muted" }, `Step ${number(at + 1)} of ${number(lastOf())}`), heading, body,
      at > 0 ? h("a", { class: "row-link", href: link("/welcome", { step: at }) }, "Back") : null);
    if (focus) heading.focus();
    try {
      fill(body, await content({ next, signal: scope.signal }));
    } catch (error) {
      if (!scope.signal.aborted) fill(body, failure(error, () => showStep(true)));
    }
  };
  scope.onQuery = (query) => {
    scope.query = query;
    showStep(true);
  };
  showStep(false);
  return h("div", { class: "place welcome" },
    h("div", { class: "place-head" },
      h("div", {}, h("h1", { tabindex: -1 }, "Welcome"),
        h("p", {}, "You can change all of this later in Settings and Insights.")),
      h("button", { type: "button", class: "quiet", onclick: finish }, "Skip all")),
    stage);
}

/** There are goals of reading and of rucks only. */
const lastOf = () => (isTracked("reading") || isTracked("rucks") ? steps.length : steps.length - 1);

const stepOf = (query) => Math.min(lastOf(), Math.max(1, Math.round(Number(query.get("step"))) || 1)) - 1;

function unitStep({ next }) {
  const row = (label, control) => h("div", { class: "field" }, h("span", { "aria-hidden": "true" }, label), control);
  const unit = (name) => (value) => choose(name, value);
  return [
    row("Distances", segments({ label: "Distances", value: usesMiles() ? "mi" : "km", choose: unit("distance"),
      options: [["km", "Kilometres"], ["mi", "Miles"]] })),
    row("Weights", segments({ label: "Weights", value: usesPounds() ? "lb" : "kg", choose: unit("weight"),
      options: [["kg", "Kilograms"], ["lb", "Pounds"]] })),
    h("div", { class: "actions" }, h("button", { type: "button", class: "primary", onclick: next }, "Continue")),
  ];
}
