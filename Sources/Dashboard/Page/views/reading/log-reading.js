// Logs a reading session of one of the current books, or leads to a first book.

import { h } from "../../kit/dom.js";
import { empty } from "../../kit/card.js";
import { dialog } from "../../kit/dialog.js";
import { field, form } from "../../kit/form.js";
import { getKept } from "../../kit/kept.js";
import { t } from "../../kit/language.js";
import { go } from "../../kit/route.js";
import { Unavailable } from "../../kit/server.js";
import { bookForm } from "./book-form.js";
import { logSession } from "./session-form.js";
import { bookPath } from "./timer.js";
import { titleOf } from "./works.js";

const most = 200;
/** The number of books that Today loads and keeps. */
const fewer = 12;

const current = (limit) => getKept("library", { status: "reading", limit });

export async function logReading() {
  const { items } = await current(most).catch((error) => {
    if (error instanceof Unavailable) return current(fewer);
    throw error;
  });
  const entry = items.length === 1 ? items[0] : items.length > 1 ? await chosen(items) : null;
  const workOf = ({ workId, title, pageCount }) => ({ id: workId, title, pageCount: pageCount ?? null });
  if (entry) return logSession({ work: workOf(entry), entry });
  if (items.length === 0) await firstBook();
}

async function chosen(items) {
  let entry = null;
  await dialog(t("Which book?"), (close) => form({
    submit: t("Continue"),
    cancel: close,
    label: t("Which book?"),
    fields: [field({
      label: t("Book"), name: "workId", options: items.map((item) => [item.workId, titleOf(item)]),
    })],
    send: ({ workId }) => {
      entry = items.find((item) => item.workId === workId);
      close();
    },
  }), { kind: "reading" });
  return entry;
}

async function firstBook() {
  let isWanted = false;
  const text = t("A session belongs to a book that you are reading. Add the book first.");
  await dialog(t("No current book"), (close) => empty(text,
    h("button", { type: "button", class: "primary", onclick: () => {
      isWanted = true;
      close();
    } }, t("Add a book"))), { kind: "reading" });
  if (isWanted) bookForm({ saved: (id) => go(bookPath(id)) });
}
