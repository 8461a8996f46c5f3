// Settings of this browser: language, theme, units, the kinds that Today shows, and the installation as an app.

import { h } from "../../kit/dom.js";
import { field, segments } from "../../kit/form.js";
import { choose } from "../../kit/storage.js";
import { announce } from "../../kit/changes.js";
import { usesMiles, usesPounds } from "../../kit/format.js";
import { install, isInstallable } from "../../kit/install.js";
import { chosenLanguage, t } from "../../kit/language.js";
import { chosenTheme, chooseTheme } from "../../kit/theme.js";
import { isTracked, kindNames, trackKinds } from "../today/tracked.js";

export function browser(scope) {
  const row = (label, control) => h("div", { class: "field" }, h("span", { "aria-hidden": "true" }, label), control);
  const unit = (name) => (value) => { choose(name, value); announce("everything"); };
  return h("section", { class: "card", "aria-label": t("This browser") },
    h("header", { class: "card-head" }, h("h2", {}, t("This browser"))),
    h("div", { class: "settings-rows" },
      languageField(),
      row(t("Theme"), segments({ label: t("Theme"), value: chosenTheme(), choose: chooseTheme,
        options: [["auto", t("System")], ["light", t("Light")], ["dark", t("Dark")]] })),
      row(t("Distances"), segments({ label: t("Distances"), value: usesMiles() ? "mi" : "km", choose: unit("distance"),
        options: [["km", t("Kilometres")], ["mi", t("Miles")]] })),
      row(t("Weights"), segments({ label: t("Weights"), value: usesPounds() ? "lb" : "kg", choose: unit("weight"),
        options: [["kg", t("Kilograms")], ["lb", t("Pounds")]] })),
      kinds()),
    h("p", {}, h("a", { class: "row-link", href: "#/welcome" }, t("Go through the first steps again"))),
    installation(scope));
}

/** By the names that their speakers use. */
const languages = [["en", "English"], ["de", "Deutsch"], ["fr", "Français"], ["es", "Español"]];

/** Texts are created when the page starts, so a choice reloads the page. */
const languageField = () => field({
  label: t("Language"), name: "language", value: chosenLanguage(), translate: "no",
  options: [["auto", t("The browser's language")], ...languages],
  onchange: ({ target }) => {
    choose("language", target.value);
    location.reload();
  },
});

/** The button that installs the page as an app, while the browser offers it. */
function installation({ signal }) {
  const element = h("p", {}, h("button", { type: "button", class: "quiet", onclick: install }, t("Install as an app")));
  const update = () => { element.hidden = !isInstallable(); };
  addEventListener("installable", update, { signal });
  update();
  return element;
}

/** The kinds that Today shows. The last one stays. */
function kinds() {
  const boxes = kindNames.map(([kind, text]) => [kind, text,
    h("input", { type: "checkbox", name: kind, checked: isTracked(kind), onchange: () => changed(kind) })]);
  const changed = (kind) => {
    const chosen = boxes.filter(([, , box]) => box.checked).map(([name]) => name);
    if (chosen.length > 0) return trackKinds(chosen);
    boxes.find(([name]) => name === kind)[2].checked = true;
  };
  return h("fieldset", { class: "settings-kinds" }, h("legend", {}, t("Today shows")),
    boxes.map(([, text, box]) => h("label", { class: "check" }, box, h("span", {}, text))));
}
