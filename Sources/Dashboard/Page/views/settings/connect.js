// Connects a device with its own token, which can be scanned or typed.

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
      submit: "Create token",
      fields: [
        field({ label: "Name", name: "name", required: true, maxlength: 100,
          placeholder: "E-reader, phone, watch …",
          hint: "You can find it in Settings, Security, under this name and disconnect it at any time." }),
        field({ label: "Kind", name: "kind", value: "device",
          hint: "Apps and devices get a short token that is easy to type. Programs get a long one.", options: [
          ["device", "An app or a device"], ["token", "A program"],
        ] }),
        field({ label: "Permissions", name: "scopes", value: "read write", options: [
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
      h("p", {}, "Each app or device gets its own token. Its records count immediately."))),
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
      status.textContent = "The token could not be copied. Select the text and copy it.";
    }
  };
  const heading = h("h2", { tabindex: -1 }, `“${isolated(made.name)}” is ready to connect`);
  fill(place,
    h("section", { class: "card" }, heading,
      h("p", { class: "muted" }, "Scan this code with the device's camera."),
      h("div", { class: "qr" }, qrPicture(address, `QR code that connects “${isolated(made.name)}”`))),
    h("section", { class: "card" },
      h("h2", {}, "Or type the token"),
      h("dl", {},
        h("dt", { class: "muted" }, "Server"), h("dd", {}, h("code", {}, server)),
        h("dt", { class: "muted" }, "Token (shown only once)"), h("dd", { class: "secret" }, made.token)),
      h("div", { class: "actions" },
        h("button", { type: "button", class: "quiet", onclick: copy }, "Copy token"),
        h("button", { type: "button", class: "quiet", onclick: begin }, "Connect another"),
        h("a", { class: "button", href: "#/settings/security" }, "Done")),
      status));
  heading.focus();
}
