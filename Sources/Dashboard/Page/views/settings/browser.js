// Settings of this browser: units and theme.

import { h } from "../../kit/dom.js";
import { segments } from "../../kit/form.js";
import { choose } from "../../kit/storage.js";
import { announce } from "../../kit/changes.js";
import { usesMiles, usesPounds } from "../../kit/format.js";
import { chosenTheme, chooseTheme } from "../../kit/theme.js";

export function browser() {
  const row = (label, control) => h("div", { class: "field" }, h("span", { "aria-hidden": "true" }, label), control);
  const unit = (name) => (value) => { choose(name, value); announce("everything"); };
  return h("section", { class: "card", "aria-label": "This browser" },
    h("header", { class: "card-head" }, h("h2", {}, "This browser")),
    h("div", { class: "settings-rows" },
      row("Theme", segments({ label: "Theme", value: chosenTheme(), choose: chooseTheme,
        options: [["auto", "System"], ["light", "Light"], ["dark", "Dark"]] })),
      row("Distances", segments({ label: "Distances", value: usesMiles() ? "mi" : "km", choose: unit("distance"),
        options: [["km", "Kilometres"], ["mi", "Miles"]] })),
      row("Weights", segments({ label: "Weights", value: usesPounds() ? "lb" : "kg", choose: unit("weight"),
        options: [["kg", "Kilograms"], ["lb", "Pounds"]] }))));
}
