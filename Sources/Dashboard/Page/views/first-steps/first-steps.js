// The first steps: time zone, units, what a person tracks, where it comes from, their history, and a first goal. Each
// can be skipped, and a person can end them at any time.

import { fill, h } from "../../kit/dom.js";
import { failure } from "../../kit/card.js";
import { number } from "../../kit/format.js";
import { icon } from "../../kit/icons.js";
import { t } from "../../kit/language.js";
import { go, link } from "../../kit/route.js";
import { endWelcome, isTracked, reachStep, wasWelcomed } from "../today/tracked.js";
import { goalStep, historyStep, sourceStep, trackStep, unitStep, zoneStep } from "./steps.js";

/** A step: its name in the list of steps, its title, its icon, and its content. */
const steps = [
  { name: t("Time zone"), title: t("Your time zone"), shape: "sun", content: zoneStep },
  { name: t("Units"), title: t("Your units"), shape: "dial", content: unitStep },
  { name: t("Kinds"), title: t("What you track"), shape: "check", content: trackStep },
  { name: t("Sources"), title: t("Your apps and devices"), shape: "phone", content: sourceStep },
  { name: t("History"), title: t("Your history"), shape: "book", content: historyStep },
  { name: t("Goal"), title: t("A first goal"), shape: "flag", content: goalStep },
];

export function show(scope) {
  const stage = h("section", { class: "card welcome-stage", "aria-labelledby": "welcome-step" });
  const list = h("ol");
  const finish = () => {
    endWelcome();
    go("/today");
  };

  const showStep = async (focus) => {
    const at = stepOf(scope.query);
    const { title, shape, content } = steps[at];
    const last = lastOf();
    const next = () => (at + 1 < last ? go("/welcome", { step: at + 2 }) : finish());
    const heading = h("h2", { id: "welcome-step", tabindex: -1 }, title);
    const body = h("div", { class: "welcome-body" });
    reachStep(at + 1);
    fill(list, steps.slice(0, last).map((step, index) => stepLink(step, index, at)));
    fill(stage,
      h("header", {}, h("span", { class: "mark", "aria-hidden": "true" }, icon(shape)),
        h("div", {}, h("p", { class: "muted" }, t("Step {step} of {count}", { step: at + 1, count: last })), heading)),
      body,
      h("div", { class: "welcome-foot" },
        at > 0 ? h("a", { class: "row-link", href: link("/welcome", { step: at }) }, t("Back")) : null,
        h("button", { type: "button", class: "link", onclick: next }, t("Skip this step"))));
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
      h("h1", { tabindex: -1 }, t("Welcome")),
      h("button", { type: "button", class: "quiet", onclick: finish }, wasWelcomed() ? t("Close") : t("Skip all")),
      h("p", {}, t("You can change all of this later in Settings and Insights."))),
    h("nav", { class: "welcome-steps", "aria-label": t("Steps") }, list),
    stage);
}

const stepLink = ({ name }, index, at) => h("li", { class: index <= at ? "is-reached" : null },
  h("a", { href: link("/welcome", { step: index + 1 }), "aria-current": index === at ? "step" : null },
    h("span", { class: "spoken" }, number(index + 1), " "), h("span", { class: "welcome-name" }, name)));

/** There are goals of reading and of rucks only. */
const lastOf = () => (isTracked("reading") || isTracked("rucks") ? steps.length : steps.length - 1);

const stepOf = (query) => Math.min(lastOf(), Math.max(1, Math.round(Number(query.get("step"))) || 1)) - 1;
