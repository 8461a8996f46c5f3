// Connect a device: a token of its own, to type and to scan.

import { fill, h } from "../../kit/dom.js";
import { field, form } from "../../kit/form.js";
import { isolated } from "../../kit/format.js";
import { qrPicture } from "../../kit/qr.js";
import { send } from "../../kit/server.js";
import { wrote } from "../../kit/changes.js";

export function show() {
  const place = h("div", { class: "grid" });
  const begin = () => fill(place, h("section", { class: "card wide" },
    form({
      label: "Connect a device",
      submit: "Make a token",
      fields: [
        field({ label: "What is it called?", name: "name", required: true, maxlength: 100,
          placeholder: "E-reader, phone, watch …",
          hint: "So that you find it again in the settings, where it can be disconnected at any time." }),
        field({ label: "What is it?", name: "kind", value: "device",
          hint: "An app or a device gets a short token, easy to type; a program a long one.", options: [
          ["device", "An app or a device"], ["token", "A program"],
        ] }),
        field({ label: "What may it do?", name: "scopes", value: "read write", options: [
          ["read write", "Record and read"], ["write", "Record only"], ["read", "Read only"],
        ] }),
      ],
      send: async ({ name, kind, scopes }) => {
        const made = await send("POST", "tokens", { name: name.trim(), kind, scopes: scopes.split(" ") });
        wrote("profile");
        shown(place, made, begin);
      },
    })));
  begin();
  return h("div", { class: "place" },
    h("div", { class: "place-head" }, h("div", {}, h("h1", { tabindex: -1 }, "Connect a device"),
      h("p", {}, "Each app or reader gets a token of its own. What it records counts at once."))),
    place);
}

function shown(place, made, begin) {
  const server = new URL(".", document.baseURI).href.replace(/\/$/, "");
  const address = `waymark://connect?url=${encodeURIComponent(server)}&token=${encodeURIComponent(made.token)}`;
  const status = h("span", { class: "muted", role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(made.token);
      status.textContent = "Copied.";
    } catch {
      status.textContent = "This browser does not copy here; select the text instead.";
    }
  };
  const heading = h("h2", { tabindex: -1 }, `“${isolated(made.name)}” can be connected now`);
  fill(place,
    h("section", { class: "card" }, heading,
      h("p", { class: "muted" }, "Scan this with the device, if it has a camera."),
      h("div", { class: "qr" }, qrPicture(address, `A code that connects “${isolated(made.name)}”`))),
    h("section", { class: "card" },
      h("h2", {}, "Or type it"),
      h("dl", {},
        h("dt", { class: "muted" }, "Server"), h("dd", {}, h("code", {}, server)),
        h("dt", { class: "muted" }, "Token, shown this once"), h("dd", { class: "secret" }, made.token)),
      h("div", { class: "actions" },
        h("button", { type: "button", class: "quiet", onclick: copy }, "Copy the token"),
        h("button", { type: "button", class: "quiet", onclick: begin }, "Connect another"),
        h("a", { class: "button", href: "#/settings" }, "Done")),
      status));
  heading.focus();
}
