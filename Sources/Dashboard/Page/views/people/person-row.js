// One person in the list of people.

import { h, nextFact } from "../../kit/dom.js";
import { ago, capital, counted, number } from "../../kit/format.js";
import { person } from "../../kit/person.js";
import { whenFresh } from "../../kit/session.js";
import { managePerson, nameOf } from "./manage.js";

export function personRow(item) {
  const name = nameOf(item);
  return h("li", { class: "stacks person" },
    h("span", { class: "initial", "aria-hidden": "true" }, capital([...name][0])),
    h("div", { class: "row-text grows" },
      h("span", { class: "clamp" }, h("span", { dir: "auto" }, name),
        h("span", { class: "muted" }, item.displayName ? ` ${item.userId}` : "",
          item.userId === person().userId ? " (you)" : "")),
      h("span", { class: "muted" }, h("span", { class: `no-wrap is-${item.state}` },
        `${capital(item.role)}, ${item.state}`), nextFact(item.lastSeenAt
        ? `last seen ${ago(item.lastSeenAt)}` : "never seen")),
      h("span", { class: "muted" }, h("span", { class: "no-wrap" }, capital(credentials(item))),
        nextFact(counted(item.events, "event")), nextFact(size(item.bytes)))),
    h("button", { type: "button", class: "quiet", "aria-label": `Manage ${name}`,
      onclick: () => whenFresh(() => managePerson(item)) }, "Manage …"));
}

function credentials({ hasPassword, passkeys, links }) {
  const all = [
    hasPassword ? "password" : null,
    passkeys > 0 ? counted(passkeys, "passkey") : null,
    links > 0 ? counted(links, "link to a provider", "links to a provider") : null,
  ].filter(Boolean);
  return all.length > 0 ? all.join(" and ") : "no password";
}

/** 310000 → "310 kB". */
function size(bytes) {
  if (bytes < 1000) return counted(bytes, "byte");
  return bytes < 1_000_000 ? `${number(bytes / 1000)} kB` : `${number(bytes / 1_000_000, 1)} MB`;
}
