// Starts the page: signs the user in, shows the frame, and loads the view that the address names.

import { fill, h } from "./kit/dom.js";
import { Unavailable, beginSession, onConfirmation, onSignedOut, send, showsUser } from "./kit/server.js";
import { loadPerson, person, setPerson } from "./kit/person.js";
import {
  browserUser, discardAll, discardQueue, discardResponses, keepFor, keepResponse, keptResponse,
} from "./kit/storage.js";
import { onChange } from "./kit/changes.js";
import { finishKeptDeletions } from "./kit/deletion.js";
import { isReplaced, keepFiles } from "./kit/install.js";
import { beginLive, endLive, liveBegins, loadLater } from "./kit/live.js";
import { arrive, discardHeights } from "./kit/heights.js";
import { applyTheme } from "./kit/theme.js";
import { beginLanguage, keepTexts, t, withTexts } from "./kit/language.js";
import { beginQueue, isWaiting } from "./kit/waiting.js";
import { showFullNames } from "./kit/full-names.js";
import { go, here, letsIn, match } from "./kit/route.js";
import { failure, skeleton } from "./kit/card.js";
import { routes } from "./places.js";
import { shell } from "./shell.js";

const app = document.getElementById("app");
let frame = null;
let placeController = null;
let shown = null;
let sessionController = null;
let isEnding = false;
/** The number of the last arrival. Earlier ones change nothing any more. */
let arrivals = 0;
/** The view could not be loaded because the server was unavailable. */
let isMissing = false;

async function begin() {
  applyTheme();
  // Without its catalogue, the page is in English.
  await beginLanguage().catch(console.error);
  showFullNames();
  // A link that lets a person in may be opened in a tab that already shows the page.
  addEventListener("hashchange", () => { if (letsIn(location.hash)) follow(); });
  // Another tab has signed another person in, or the browser shows a page from before the sign-out again.
  addEventListener("storage", () => { if (browserUser()) leaveOther(); });
  addEventListener("pageshow", (event) => { if (event.persisted) leaveOther(); });
  follow();
}

function leaveOther() {
  if (person() && browserUser() !== person().userId) location.reload();
}

/** Lets a person in by the address's fragment, or with the session of this browser. */
async function follow() {
  arrivals += 1;
  const isLast = lastArrival();
  const sent = new URLSearchParams(location.hash.slice(1));
  const code = sent.get("code");
  if (letsIn(location.hash) && !code) {
    const { arriveBy } = await withTexts("sign-in", () => import("./views/sign-in/arrival.js"));
    return isLast() && arriveBy(sent, { app, enter, showSignIn, currentSession });
  }
  if (code) {
    // Keeps the code out of history and bookmarks: it works only once.
    history.replaceState(null, "", `${location.pathname}${location.search}`);
    // Requests of the session that the sign-in ends must change nothing in the new one.
    close();
    beginSession();
    try {
      await send("POST", "session", { code });
    } catch (error) {
      return isLast() && showSignIn({ reason: error.message });
    }
  }
  if (isLast()) await enter({ isFresh: Boolean(code) });
}

/** Returns whether nobody has arrived by another link since this call. */
function lastArrival() {
  const mine = arrivals;
  return () => mine === arrivals;
}

async function enter({ isFresh = true } = {}) {
  const isLast = lastArrival();
  if (isFresh) beginSession();
  // A browser without a session shows the sign-in page directly, without a request that fails with 401 first.
  const session = !isFresh && !browserUser() ? await currentSession() : null;
  if (!isLast()) return;
  if (session?.isSignedIn === false) return showSignIn({ session, isArrival: true });
  close();
  sessionController = new AbortController();
  const { signal } = sessionController;
  beginLive();
  try {
    const profile = await loadPerson();
    if (!isLast() || signal.aborted) return;
    keepFor(profile.userId);
    if (profile.timezone === "UTC") await import("./kit/first-zone.js").then((zone) => zone.setFirstZone(profile));
    keepResponse("person", person());
  } catch (error) {
    if (!isLast() || signal.aborted) return;
    if (error.status === 401) return showSignIn({ isArrival: true });
    const last = error instanceof Unavailable ? keptResponse("person") : null;
    if (!last?.value?.userId) {
      close();
      return fill(app, h("main", { class: "alone" }, failure(error, () => enter())));
    }
    keepFor(last.value.userId);
    setPerson(last.value);
  }
  if (signal.aborted) return;
  // The view replaces a page whose fields had the focus, such as the sign-in page.
  const isNext = app.childElementCount > 0;
  frame = shell({ signOut, signal });
  fill(app, frame.element);
  addEventListener("hashchange", show, { signal });
  onChange(async (areas) => {
    if (isMissing && areas.has("everything")) showAgain();
    if (areas.has("profile")) await loadPerson(signal).then(frame.update, () => {});
  }, signal);
  await liveBegins();
  // The browser can draw the frame, and no task is long.
  await new Promise((done) => { setTimeout(done); });
  finishKeptDeletions();
  if (!signal.aborted) show({ isNext });
  beginQueue().catch(console.error);
  keepFiles(keepTexts);
}

/** Shows the view that the address names. If only the query differs, the current view handles it in `onQuery`. */
async function show({ isNext = false } = {}) {
  if (letsIn(location.hash)) return;
  const { path, query } = here();
  const found = match(routes(), path);
  if (!found) return go("/today", {}, { replace: true });
  if (shown && shown.path === path && shown.scope.onQuery) return shown.scope.onQuery(query);
  placeController?.abort();
  isMissing = false;
  placeController = new AbortController();
  const actions = { setTitle, signOut, deleteAccount };
  const scope = { signal: placeController.signal, parameters: found.parameters, query, onQuery: null, ...actions };
  const first = shown === null && !isNext;
  shown = { path, scope };
  frame.mark(found.route.place);
  arrive();
  // A screen reader that has lost its place does not report where the focus goes next.
  if (frame.main.contains(document.activeElement)) frame.main.focus({ preventScroll: true });
  fill(frame.main, h("div", { class: "place" }, h("h1", { tabindex: -1 }, found.route.title), skeleton()));
  setTitle(found.route.title);
  try {
    const place = await found.route.load();
    if (scope.signal.aborted) return;
    fill(frame.main, place.show(scope));
  } catch (error) {
    if (scope.signal.aborted) return;
    console.error(error);
    if (await isReplaced()) return location.reload();
    isMissing = true;
    loadLater();
    fill(frame.main, h("div", { class: "place" }, h("h1", { tabindex: -1 }, found.route.title),
      failure(new Unavailable(), showAgain)));
  }
  scrollTo(0, 0);
  if (!first) focusHeading(scope);
}

const longestUnnamed = 1000;

/**
 * Focuses the heading, so that a screen reader reads where the person is. A view whose heading is loaded has the
 * promise `scope.named`.
 */
async function focusHeading({ named, signal }) {
  if (named) await Promise.race([named, new Promise((done) => { setTimeout(done, longestUnnamed); })]);
  const { activeElement } = document;
  // A person may have moved on.
  const isFree = activeElement === document.body || activeElement === frame.main || !named;
  if (!signal.aborted && isFree) frame.main.querySelector("h1")?.focus({ preventScroll: true });
}

function showAgain() {
  shown = null;
  show();
}

function setTitle(title) {
  document.title = `${title} · Waymark`;
}

/** Returns null if the server is unavailable. */
const currentSession = () => import("./kit/session.js").then(({ loadSession }) => loadSession()).catch(() => null);

/** On arrival, a server may be set up to go to the provider instead. `/?here` always shows the page. */
async function showSignIn({ session, reason, note, isArrival, signedIn = enter } = {}) {
  const isLast = lastArrival();
  close();
  discardHeights();
  discardResponses();
  showsUser(null);
  for (const open of document.querySelectorAll("dialog[open]")) open.close();
  const { goesToProvider, signInPage } = await withTexts("sign-in", () => import("./views/sign-in/sign-in.js"));
  const current = session ?? await currentSession();
  if (!isLast() || isArrival && goesToProvider(current)) return;
  setTitle(t("Sign in"));
  fill(app, signInPage({ session: current, reason, note, signedIn }));
  (app.querySelector("input") ?? app.querySelector("h1")).focus();
}

function close() {
  sessionController?.abort();
  placeController?.abort();
  shown = null;
  endLive();
}

async function signOut() {
  if (isWaiting()) {
    const { mayLeave } = await withTexts("waiting", () => import("./views/waiting/waiting-leave.js"));
    if (!(await mayLeave())) return;
  }
  const user = person()?.userId;
  let ended = null;
  try {
    ended = await send("DELETE", "session");
  } catch (error) {
    if (error instanceof Unavailable) throw error;
  }
  discardQueue(user);
  if (!ended?.url) return showSignIn();
  // The provider's session ends too.
  discardResponses();
  location.assign(ended.url);
}

async function deleteAccount() {
  isEnding = true;
  try {
    await send("DELETE", "account");
  } catch (error) {
    isEnding = false;
    // 401: an earlier attempt deleted the account and its response was lost.
    if (error.status === 401) {
      discardQueue(person()?.userId);
      endSession();
    }
    throw error;
  }
  isEnding = false;
  discardAll(person()?.userId);
  setPerson(null);
  history.replaceState(null, "", `${location.pathname}${location.search}`);
  applyTheme();
  showSignIn({ note: t("Your account is deleted. This browser keeps no data about it. Goodbye.") });
}

// Ignored during an account deletion, which ends streams and tokens first.
const endSession = () => {
  if (!person() || isEnding) return;
  setPerson(null);
  showSignIn({
    reason: t("You were signed out because this browser's session was ended or has expired. Sign in again."),
  });
};

onSignedOut(endSession);

onConfirmation(async () => {
  const { askForPerson } = await withTexts("sign-in", () => import("./views/sign-in/confirm.js"));
  return askForPerson();
});

begin();
