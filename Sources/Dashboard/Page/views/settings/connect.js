// Connects a device with its own token, which can be scanned or typed.

import { fill, h } from "../../kit/dom.js";
import { field, form } from "../../kit/form.js";
import { isolated } from "../../kit/format.js";
import { t } from "../../kit/language.js";
import { qrPicture } from "../../kit/qr.js";
import { send } from "../../kit/server.js";
import { wrote } from "../../kit/changes.js";

export function show() {
  const place = h("div", { class: "grid" });
  const begin = () => fill(place, h("section", { class: "card wide" },
    form({
      label: t("Connect a device"),
      submit: t("Create token"),
      fields: [
        field({ label: t("Name"), name: "name", required: true, maxlength: 100,
          placeholder: t("E-reader, phone, watch …"),
          hint: t("You can find it in Settings, Security, under this name and disconnect it at any time.") }),
        field({ label: t("Kind"), name: "kind", value: "device",
          hint: t("Apps and devices get a short token that is easy to type. Programs get a long one."), options: [
          ["device", t("An app or a device")], ["token", t("A program")],
        ] }),
        field({ label: t("Permissions"), name: "scopes", value: "read write", options: [
          ["read write", t("Record and read")], ["write", t("Record only")], ["read", t("Read only")],
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
    h("div", { class: "place-head" }, h("div", {}, h("h1", { tabindex: -1 }, t("Connect a device")),
      h("p", {}, t("Each app or device gets its own token. Its records count immediately.")))),
    place);
}

function shown(place, made, begin) {
  const server = new URL(".", document.baseURI).href.replace(/\/$/, "");
  const address = `waymark://connect?url=${encodeURIComponent(server)}&token=${encodeURIComponent(made.token)}`;
  const status = h("span", { class: "muted", role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(made.token);
      status.textContent = t("Copied.");
    } catch {
      status.textContent = t("The token could not be copied. Select the text and copy it.");
    }
  };
  const heading = h("h2", { tabindex: -1 }, t("“{name}” is ready to connect", { name: isolated(made.name) }));
  fill(place,
    h("section", { class: "card" }, heading,
      h("p", { class: "muted" }, t("Scan this code with the device's camera.")),
      h("div", { class: "qr" },
        qrPicture(address, t("QR code that connects “{name}”", { name: isolated(made.name) })))),
    h("section", { class: "card" },
      h("h2", {}, t("Or type the token")),
      h("dl", {},
        h("dt", { class: "muted" }, t("Server")), h("dd", {}, h("code", {}, server)),
        h("dt", { class: "muted" }, t("Token (shown only once)")), h("dd", { class: "secret" }, made.token)),
      h("div", { class: "actions" },
        h("button", { type: "button", class: "quiet", onclick: copy }, t("Copy token")),
        h("button", { type: "button", class: "quiet", onclick: begin }, t("Connect another")),
        h("a", { class: "button", href: "#/settings/security" }, t("Done"))),
      status));
  heading.focus();
}
