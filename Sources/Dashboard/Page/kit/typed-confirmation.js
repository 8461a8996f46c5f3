// A form that deletes an account only after its user id was typed.

import { wrong } from "./duration.js";
import { field, form } from "./form.js";
import { t } from "./language.js";

/** typedConfirmation({ userId, label, submit, cancel, send }) */
export const typedConfirmation = ({ userId, label, submit, cancel, send }) => form({
  label, submit, cancel, danger: true,
  fields: [field({ label: t("Type {userId} to confirm", { userId }), name: "confirmation", autocomplete: "off",
    autocapitalize: "off", spellcheck: "false", required: true })],
  send: async ({ confirmation }) => {
    if (confirmation.trim() !== userId) {
      throw wrong("confirmation", t("This does not match. Type {userId}.", { userId }));
    }
    await send();
  },
});
