// The connections to other servers, each with its phase, its runs and what it has brought.

import { h } from "../../kit/dom.js";
import { wrote } from "../../kit/changes.js";
import { card, empty } from "../../kit/card.js";
import { deleteWithUndo, isBeingDeleted } from "../../kit/deletion.js";
import { ago, capital, isolated, shortName, when } from "../../kit/format.js";
import { locale, plural, rich, t } from "../../kit/language.js";
import { formatter } from "../../kit/formatter.js";
import { notice } from "../../kit/notice.js";
import { timeNow } from "../../kit/now.js";
import { send } from "../../kit/server.js";
import { offText } from "./clients.js";
import { addConnection, connectionPath, editConnection } from "./connection-dialogs.js";
import { foldable } from "./refreshing.js";
import { rowAction } from "./row-action.js";

const firstWaitMilliseconds = 2000;
const longestWaitMilliseconds = 60_000;
const soonMilliseconds = 5000;

const kindNames = { audiobookshelf: "Audiobookshelf" };

export function connectionsCard(scope) {
  let wait = firstWaitMilliseconds;
  let timer = null;
  scope.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  const element = card(scope, {
    title: t("Connections"),
    class: "full",
    size: "list",
    areas: ["sources", "connections", "listening"],
    load: async (get) => {
      const [{ connectors }, { items }] = await Promise.all([get("connectors"), get("connections", { limit: 200 })]);
      return { isOn: connectors.find(({ name }) => name === "pull")?.isOn !== false, items };
    },
    show: ({ isOn, items }) => {
      followRuns(items);
      const rows = items.filter((item) => !isBeingDeleted(connectionPath(item)));
      return [
        isOn ? null : h("p", { class: "connector-off" }, offText),
        rows.length > 0 ? h("ul", { class: "rows" }, rows.map(row)) : none(isOn),
        isOn && rows.length > 0 ? h("div", { class: "actions" },
          h("button", { type: "button", class: "quiet", onclick: addConnection }, t("Add a connection …"))) : null,
      ];
    },
  });

  /** A run takes seconds. The stream of changes reports a planned one only if it has a result. */
  function followRuns(items) {
    clearTimeout(timer);
    const isDue = items.some(({ state }) => state.phase === "running"
      || (state.nextRunAt !== null && Date.parse(state.nextRunAt) - timeNow() < soonMilliseconds));
    if (!isDue) {
      wait = firstWaitMilliseconds;
      return;
    }
    timer = setTimeout(() => element.reload(), wait);
    wait = Math.min(wait * 1.5, longestWaitMilliseconds);
  }

  return element;
}

const none = (isOn) => empty(
  t("Sessions that you hear with Audiobookshelf or one of its apps can appear here by themselves."),
  isOn ? h("button", { type: "button", onclick: addConnection }, t("Connect Audiobookshelf")) : null);

function row(item) {
  const { state } = item;
  const title = kindNames[item.kind] ?? capital(item.kind);
  const label = t("{service} at {url}", { service: title, url: item.url });
  const isFailing = ["retrying", "refused", "wrongAddress", "needsSecret"].includes(state.phase);
  return h("li", { class: "stacks connection" },
    h("div", { class: "row-text" },
      h("span", {}, title),
      h("span", { class: "muted clamp", dir: "auto" }, item.url),
      h("span", { class: isFailing ? "connector-problem" : "" }, phaseText(item)),
      state.problem ? h("span", { class: "muted" }, capital(state.problem), ".") : null,
      h("span", { class: "muted" }, runText(item)),
      h("span", { class: "muted" }, countText(state))),
    h("div", { class: "row-actions" },
      item.isOn && !["running", "needsSecret"].includes(state.phase)
        ? rowAction(t("Run now"), label, () => runNow(item)) : null,
      rowAction(t("Edit"), label, () => editConnection(item)),
      rowAction(item.isOn ? t("Switch off") : t("Switch on"), label, () => switchTo(item, !item.isOn)),
      rowAction(t("Delete"), label, () => remove(item))),
    state.problems.length > 0 ? problemList(item) : null);
}

const phases = {
  idle: t("connection|Works."),
  running: t("Reading sessions now …"),
  retrying: t("The server cannot be reached at the moment."),
  refused: t("The server rejects the API key. Edit the connection to enter another one."),
  wrongAddress: t("There is no list of sessions at this address. Edit the connection to correct it."),
  needsSecret: t("The stored API key cannot be read. Edit the connection to enter it again."),
  off: t("Switched off."),
};

const phaseText = ({ state }) => (state.phase === "idle" && !state.lastSuccessAt ? t("Waits for its first run.")
  : phases[state.phase] ?? capital(state.phase));

function runText({ every, isOn, state }) {
  const timeOf = (instant, shown) => h("time", { datetime: instant }, shown(instant));
  const last = state.lastSuccessAt ? timeOf(state.lastSuccessAt, ago) : null;
  const next = state.nextRunAt && isOn ? timeOf(state.nextRunAt, ahead) : null;
  const values = { last, next, count: every };
  if (last && next) return rich("Last success {last}, next run {next}, every {count} minutes.", values);
  if (last) return rich("Last success {last}, every {count} minutes.", values);
  if (next) return rich("No success yet, next run {next}, every {count} minutes.", values);
  return rich("No success yet, every {count} minutes.", values);
}

function countText({ added, alreadyThere, rejected }) {
  if (added + alreadyThere + rejected === 0) return t("It has brought no sessions yet.");
  return [
    plural(added, { one: "{count} session added", other: "{count} sessions added" }),
    alreadyThere > 0 ? t("{count} existed already", { count: alreadyThere }) : null,
    rejected > 0 ? t("{count} rejected", { count: rejected }) : null,
  ].filter(Boolean).join(", ").concat(".");
}

const problemList = (item) => foldable(`problems ${item.id}`,
  plural(item.state.problems.length, { one: "{count} rejected session", other: "{count} rejected sessions" }),
  h("ul", { class: "import-problems" }, item.state.problems.map(({ item: name, reason }) =>
    h("li", {}, `${isolated(name)}: ${reason}.`))));

/** The time until an instant: "in 12 minutes". */
function ahead(instant) {
  const minutes = Math.round((Date.parse(instant) - timeNow()) / 60_000);
  if (minutes < 1) return t("in a moment");
  const relative = formatter("RelativeTimeFormat", locale);
  if (minutes < 60) return relative.format(minutes, "minute");
  return minutes < 24 * 60 ? relative.format(Math.round(minutes / 60), "hour") : when(instant);
}

async function runNow(item) {
  await send("POST", `${connectionPath(item)}/run`);
  wrote("connections");
}

async function switchTo(item, isOn) {
  await send("PATCH", connectionPath(item), { isOn });
  wrote("connections");
  notice(isOn ? t("Switched on.") : t("Switched off. Its sessions stay."));
}

const remove = (item) => deleteWithUndo(connectionPath(item),
  t("The connection to {url} will be deleted in ten seconds. Its sessions stay.", { url: shortName(item.url) }),
  "connections");
