// Edits the end of a timer that was stopped without the network.

import { h } from "../../kit/dom.js";
import { dialog } from "../../kit/dialog.js";
import { field, form } from "../../kit/form.js";
import { when } from "../../kit/format.js";
import { rich, t } from "../../kit/language.js";
import { instantAt, wallClockAt } from "../../kit/person.js";

export const stopForm = ({ body, about }, { note, save }) => dialog(t("Edit a session"), (close) => {
  const ended = wallClockAt(new Date(body.endedAt));
  return form({
    label: t("Edit a session"),
    submit: t("Save"),
    cancel: close,
    fields: [
      note,
      h("p", { class: "muted" },
        rich("Started {time}, on page {page}.", { time: when(about.startedAt), page: about.startPage })),
      field({ label: t("Ended"), name: "endedAt", type: "datetime-local", value: ended, required: true }),
      field({
        label: t("Which page are you on?"), name: "endPage", type: "number", inputmode: "numeric", required: true,
        min: 0, max: about.pageCount ?? 100000, value: body.endPage,
      }),
    ],
    send: async (values) => {
      // An unchanged minute keeps its seconds.
      const endedAt = values.endedAt === ended ? body.endedAt : instantAt(values.endedAt).toISOString();
      await save({ ...body, endPage: Number(values.endPage), endedAt });
      close();
    },
  });
}, { kind: "reading" });
