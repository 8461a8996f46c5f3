// The recent sign-ins of the person, including failed attempts.

import { h } from "../../kit/dom.js";
import { deviceName } from "../../kit/device-name.js";
import { capital, when } from "../../kit/format.js";
import { rich, t } from "../../kit/language.js";
import { cardOfList, pagedList } from "../../kit/list.js";
import { methodName } from "../../kit/sign-in-method.js";

export const signIns = (scope) => {
  const list = pagedList(scope, {
    path: "sign-ins", areas: ["profile", "credentials"], label: t("Recent sign-ins"), pageSize: 10, row,
    none: t("Each sign-in with your name will appear here."),
  });
  const element = cardOfList(t("Recent sign-ins"), "full", null, list);
  list.before(h("p", { class: "hint" },
    t("If you do not recognise one that succeeded, change your password and end the other sessions.")));
  return element;
};

const row = (item) => h("li", {},
  h("div", { class: "row-text" },
    h("span", {}, capital(methodName(item.method)), ", ", deviceName(item.userAgent) ?? t("unknown program")),
    h("span", { class: "muted" }, rich("{time} from {address}", { time: when(item.at), address: item.address }))),
  h("span", { class: item.outcome === "ok" ? "muted row-end" : "row-end failed" },
    item.outcome === "ok" ? t("Signed in") : t("Failed")));
