// A token for a client, which clients call a password. It is shown once, next to what else has to be typed.

import { fill, h } from "../../kit/dom.js";
import { announce, wrote } from "../../kit/changes.js";
import { dialog } from "../../kit/dialog.js";
import { isolated } from "../../kit/format.js";
import { t } from "../../kit/language.js";
import { getAll, send } from "../../kit/server.js";
import { wordsOf } from "./clients.js";
import { valueField } from "./value-field.js";

const pollMilliseconds = 3000;
const mostPolls = 400;

/** Creates a token that is easy to type. The person finds it in Security under this name. */
export async function createPassword(name, scopes = ["read", "write"]) {
  const made = await send("POST", "tokens", { name, kind: "device", scopes });
  wrote("profile");
  return made;
}

/** Opens a dialog with what to type into a client of a connector, in order, and a new password. */
export async function connectClient(connector) {
  const { device, typed, setup } = wordsOf(connector);
  const made = await createPassword(device);
  const closed = new AbortController();
  const fields = {
    address: () => valueField({ label: t("Address"), value: connector.address.replace("{token}", made.token) }),
    name: () => valueField({ label: t("Name"), value: connector.user }),
    password: () => valueField({ label: connector.name === "listenbrainz" ? t("User token") : t("Password"),
      value: made.token, hint: t("Hyphens and capital letters do not matter.") }),
  };
  dialog(t("Connect {app}", { app: device }), (close) => [
    h("p", {}, typed.length === 1 ? t("Type this into the app. It contains a password and is shown only once.")
      : t("Type these into the app, in this order. The password is shown only once.")),
    h("ol", { class: "typed" }, typed.map((name) => h("li", {}, fields[name]()))),
    firstContact(made.id, closed.signal),
    h("p", { class: "muted" },
      t("You can disconnect it in Settings, Security, under {name}.", { name: isolated(device) })),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "primary", onclick: close }, t("Done")),
      h("a", { class: "button quiet", href: `#/sources/${setup}` }, t("All steps"))),
  ], { kind: wordsOf(connector).kind }).then(() => {
    closed.abort();
    announce("sources");
  });
}

/** A line that reports the first request with a token, as soon as it arrives. */
export function firstContact(id, signal) {
  const line = h("p", { class: "first-contact", role: "status" },
    t("Waiting for the first contact …"));
  let polls = 0;
  const timer = setInterval(async () => {
    if (document.visibilityState === "hidden") return;
    polls += 1;
    if (polls > mostPolls) return clearInterval(timer);
    const token = await getAll("tokens", {}, signal).then((items) => items.find((item) => item.id === id), () => null);
    if (!token?.lastUsedAt || signal.aborted) return;
    clearInterval(timer);
    line.classList.add("is-there");
    fill(line, t("It works: the app has just made contact."));
  }, pollMilliseconds);
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
  return line;
}
