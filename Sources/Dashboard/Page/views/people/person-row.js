// One person in the list of people.

import { h, nextFact } from "../../kit/dom.js";
import { ago, capital, list, number } from "../../kit/format.js";
import { plural, t } from "../../kit/language.js";
import { person } from "../../kit/person.js";
import { whenFresh } from "../../kit/session.js";
import { managePerson, nameOf } from "./manage.js";

const states = { active: t("active"), invited: t("invited"), disabled: t("disabled") };

export function personRow(item) {
  const name = nameOf(item);
  return h("li", { class: "stacks person" },
    h("span", { class: "initial", "aria-hidden": "true" }, capital([...name][0])),
    h("div", { class: "row-text grows" },
      h("span", { class: "clamp" }, h("span", { dir: "auto" }, name),
        h("span", { class: "muted" }, item.displayName ? ` ${item.userId}` : "",
          item.userId === person().userId ? ` ${t("(you)")}` : "")),
      h("span", { class: "muted" }, h("span", { class: `no-wrap is-${item.state}` },
        `${item.role === "admin" ? t("Admin") : t("Member")}, ${states[item.state]}`), nextFact(item.lastSeenAt
        ? t("last seen {time}", { time: ago(item.lastSeenAt) }) : t("never seen"))),
      h("span", { class: "muted" }, h("span", { class: "no-wrap" }, capital(credentials(item))),
        nextFact(plural(item.events, { one: "{count} event", other: "{count} events" })), nextFact(size(item.bytes)))),
    h("button", { type: "button", class: "quiet", "aria-label": t("Manage {name}", { name }),
      onclick: () => whenFresh(() => managePerson(item)) }, t("Manage …")));
}

function credentials({ hasPassword, passkeys, links }) {
  const all = [
    hasPassword ? t("password") : null,
    passkeys > 0 ? plural(passkeys, { one: "{count} passkey", other: "{count} passkeys" }) : null,
    links > 0 ? plural(links, { one: "{count} link to a provider", other: "{count} links to a provider" }) : null,
  ].filter(Boolean);
  return all.length > 0 ? list(all) : t("no password");
}

/** 310000 → "310 kB". */
function size(bytes) {
  if (bytes < 1000) return plural(bytes, { one: "{count} byte", other: "{count} bytes" });
  return bytes < 1_000_000 ? `${number(bytes / 1000)} kB` : `${number(bytes / 1_000_000, 1)} MB`;
}
