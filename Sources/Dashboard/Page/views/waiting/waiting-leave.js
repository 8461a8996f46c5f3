// Asks before signing out removes entries that were not sent.

import { h } from "../../kit/dom.js";
import { dialog } from "../../kit/dialog.js";
import { plural, t } from "../../kit/language.js";
import { flush } from "../../kit/queue-sending.js";
import { isWaiting, waitingNow } from "../../kit/waiting.js";

/** Returns whether nothing waits any more, or the person wants to sign out nevertheless. */
export async function mayLeave() {
  await flush();
  if (!isWaiting()) return true;
  const { waits, rejected, timers } = waitingNow();
  let mayEnd = false;
  await dialog(t("Sign out?"), (close) => [
    h("p", {}, removedText(waits + rejected, timers > 0)),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "primary", autofocus: true, onclick: close }, t("Stay signed in")),
      h("button", { type: "button", class: "danger", onclick: () => {
        mayEnd = true;
        close();
      } }, t("Remove and sign out"))),
  ]);
  return mayEnd;
}

function removedText(count, hasTimer) {
  if (count === 0) return t("Signing out removes the reading timer of this device. The server does not have it yet.");
  return hasTimer
    ? plural(count, {
      one: "Signing out removes {count} entry and the reading timer of this device, because the server does not have "
        + "them yet.",
      other: "Signing out removes {count} entries and the reading timer of this device, because the server does not "
        + "have them yet.",
    })
    : plural(count, {
      one: "Signing out removes {count} entry, because the server does not have it yet.",
      other: "Signing out removes {count} entries, because the server does not have them yet.",
    });
}
