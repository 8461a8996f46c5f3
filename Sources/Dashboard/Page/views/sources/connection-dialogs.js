// Forms that add and edit a connection. The server calls the other one before it stores anything.

import { wrote } from "../../kit/changes.js";
import { dialog } from "../../kit/dialog.js";
import { field, form } from "../../kit/form.js";
import { t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { part, send } from "../../kit/server.js";
import { notStale, touchedOf } from "../../kit/stale.js";

export const connectionPath = (item) => `connections/${part(item.id)}`;

const usualMinutes = 15;

const fields = (item) => [
  field({ label: t("Address of Audiobookshelf"), name: "url", inputmode: "url", value: item?.url, required: true,
    maxlength: 1000, autocomplete: "off", autocapitalize: "none", spellcheck: "false",
    placeholder: "https://books.example.org",
    hint: t("As you open it in a browser, with its path if it has one.") }),
  field({ label: t("API key"), name: "secret", type: "password", required: !item, maxlength: 2000, autocomplete: "off",
    hint: item ? t("Leave it empty to keep the present key.")
      : t("An admin of Audiobookshelf creates it for your user, in Settings, API Keys. It is stored encrypted.") }),
  field({ label: t("Minutes between runs"), name: "every", type: "number", inputmode: "numeric", min: 5, max: 1440,
    step: 1, required: true, value: item?.every ?? usualMinutes }),
];

/** The form of a new connection. `added(connection)` is called after the test of the address and the key. */
export const connectionForm = ({ cancel, added }) => form({
  label: t("Add a connection"),
  submit: t("Connect"),
  cancel,
  draft: "connection",
  fields: fields(null),
  send: async ({ url, secret, every }) => {
    const made = await send("POST", "connections", {
      kind: "audiobookshelf", url: url.trim(), secret: secret.trim(), every: Number(every),
    });
    wrote("connections");
    added(made);
  },
});

export const addConnection = () => dialog(t("Connect Audiobookshelf"), (close) => connectionForm({
  cancel: close,
  added: () => {
    close();
    notice(t("Connected. The first run reads all sessions."));
  },
}), { kind: "listening" });

export const editConnection = (item) => dialog(t("Edit the connection"), (close) => {
  const check = notStale(connectionPath(item), item, (_, value) => String(value));
  return form({
    submit: t("Save"),
    cancel: close,
    fields: fields(item),
    send: async ({ url, secret, every }) => {
      const patch = touchedOf({ url: url.trim(), every: Number(every) }, item);
      if (secret.trim()) patch.secret = secret.trim();
      if (Object.keys(patch).length > 0) {
        const { secret: _, ...shown } = patch;
        await check(shown);
        await send("PATCH", connectionPath(item), patch);
        wrote("connections");
        notice(t("Saved."));
      }
      close();
    },
  });
}, { kind: "listening" });
