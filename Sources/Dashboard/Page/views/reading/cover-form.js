// Changes the cover of a book to an image of this device, or back to the drawn one.

import { h } from "../../kit/dom.js";
import { wrote } from "../../kit/changes.js";
import { dialog } from "../../kit/dialog.js";
import { wrong } from "../../kit/duration.js";
import { field, form } from "../../kit/form.js";
import { t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { explained, part, send } from "../../kit/server.js";

const types = ["image/jpeg", "image/png", "image/webp"];
const mostBytes = 1 << 20;
const texts = {
  409: t("Your covers need too much space. Remove others first."),
  415: t("This file is not a JPEG, PNG or WebP image."),
  422: t("The image has more than {count} pixels on a side, or is damaged.", { count: 4_000 }),
};

/** Calls `changed()` when the cover is stored or removed. */
export const changeCover = (work, changed) => dialog(t("Change cover"), (close) => {
  const path = `works/${part(work.id)}/cover`;
  const save = async (verb, file) => {
    await explained(texts, () => send(verb, path, file));
    close();
    changed();
    await wrote("library");
  };
  const remove = () => save("DELETE").catch((error) =>
    notice(t("The cover was not removed: {reason}", { reason: error.message })));
  return [
    form({
      label: t("Change cover"),
      submit: t("Save"),
      cancel: close,
      fields: [field({
        label: t("Image"), name: "cover", type: "file", accept: types.join(","), required: true,
        hint: t("JPEG, PNG or WebP, at most 1 MB."),
      })],
      send: async ({ cover }) => {
        if (!types.includes(cover.type)) throw wrong("cover", t("Choose a JPEG, PNG or WebP image."));
        if (cover.size > mostBytes) {
          throw wrong("cover", t("The image has more than 1 MB. Choose a smaller one."));
        }
        await save("PUT", cover);
      },
    }),
    work.hasCover
      ? h("div", { class: "actions" }, h("button", { type: "button", class: "quiet", onclick: remove },
        t("Use the drawn cover")))
      : null,
  ];
}, { kind: "reading" });
