// Begins the page: who is asking, where they want to be, and what stays around every place.

import { fill, h } from "./kit/dom.js";
import { Away, isStranger, onSignedOut, send } from "./kit/server.js";
import { loadPerson, person, setPerson } from "./kit/person.js";
import { choice, choose, discardAnswers, discardChoice, discardAll, keepAnswer, keptAnswer } from "./kit/keep.js";
import { onChange } from "./kit/changes.js";
import { beginLive, endLive, loadLater } from "./kit/live.js";
import { arrive, discardHeights } from "./kit/room.js";
import { applyTheme } from "./kit/theme.js";
import { showWholeNames } from "./kit/whole.js";
import { here, match, go } from "./kit/route.js";
import { failure, skeleton } from "./kit/card.js";
import { routes } from "./places.js";
import { shell } from "./shell.js";

const app = document.getElementById("app");
let frame = null;
let placeController = null;
let shown = null;
let sessionController = null;
let isEnding = false;
/** The place could not be loaded, since the server was away. */
let isMissing = false;

async function begin() {
  applyTheme();
  showWholeNames();
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code) {
    // Not in the history: the code is good once, and belongs to no bookmark.
    history.replaceState(null, "", `${location.pathname}${location.search}`);
    try {
      await send("POST", "session", { code });
    } catch (error) {
      return showSignIn(error.message);
    }
  }
  await enter({ isFresh: Boolean(code) });
}

async function enter({ isFresh = true } = {}) {
  // A visitor who was here before is signed in at once; a stranger is shown the door without being refused first.
  if (!isFresh && !choice("person") && await isStranger()) return showSignIn();
  try {
    const profile = await loadPerson();
    if (choice("person") !== profile.userId) discardAnswers();
    choose("person", profile.userId);
    keepAnswer("person", profile);
  } catch (error) {
    if (error.status === 401) return showSignIn();
    const last = error instanceof Away ? keptAnswer("person") : null;
    if (!last) return fill(app, h("main", { class: "alone" }, failure(error, () => enter())));
    setPerson(last.value);
  }
  close();
  sessionController = new AbortController();
  frame = shell({ signOut, signal: sessionController.signal });
  fill(app, frame.element);
  addEventListener("hashchange", show, { signal: sessionController.signal });
  onChange(async (areas) => {
    if (isMissing && areas.has("everything")) showAgain();
    if (areas.has("profile")) await loadPerson().then(frame.update, () => {});
  }, sessionController.signal);
  await beginLive();
  if (!sessionController.signal.aborted) show();
}

/** The place that the address names. A place that knows its parameters changes by itself when only they differ. */
async function show() {
  const { path, query } = here();
  const found = match(routes, path);
  if (!found) return go("/today", {}, { replace: true });
  if (shown && shown.path === path && shown.scope.onQuery) return shown.scope.onQuery(query);
  placeController?.abort();
  isMissing = false;
  placeController = new AbortController();
  const own = { setTitle, signOut, deleteAccount };
  const scope = { signal: placeController.signal, parameters: found.parameters, query, onQuery: null, ...own };
  const first = shown === null;
  shown = { path, scope };
  frame.mark(found.route.place);
  arrive();
  fill(frame.main, h("div", { class: "place" }, h("h1", { tabindex: -1 }, found.route.title), skeleton()));
  setTitle(found.route.title);
  try {
    const place = await found.route.load();
    if (scope.signal.aborted) return;
    fill(frame.main, place.show(scope));
  } catch (error) {
    if (scope.signal.aborted) return;
    console.error(error);
    isMissing = true;
    loadLater();
    fill(frame.main, h("div", { class: "place" }, h("h1", { tabindex: -1 }, found.route.title),
      failure(new Away(), showAgain)));
  }
  if (!first) frame.main.querySelector("h1")?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

function showAgain() {
  shown = null;
  show();
}

function setTitle(title) {
  document.title = `${title} · Waymark`;
}

async function showSignIn(reason, farewell) {
  close();
  discardHeights();
  discardChoice("person");
  for (const open of document.querySelectorAll("dialog[open]")) open.close();
  const { signInPage } = await import("./views/door/sign-in.js");
  document.title = "Sign in · Waymark";
  fill(app, signInPage({ reason, farewell, signedIn: enter }));
  app.querySelector("input")?.focus();
}

function close() {
  sessionController?.abort();
  placeController?.abort();
  shown = null;
  endLive();
}

async function signOut() {
  try {
    await send("DELETE", "session");
  } catch (error) {
    if (error instanceof Away) throw error;
  }
  discardAnswers();
  showSignIn();
}

async function deleteAccount() {
  isEnding = true;
  try {
    await send("DELETE", "account");
  } catch (error) {
    isEnding = false;
    // A first try may have done it, and its answer been lost: then the token is gone as well.
    if (error.status === 401) endSession();
    throw error;
  }
  isEnding = false;
  setPerson(null);
  discardAll();
  history.replaceState(null, "", `${location.pathname}${location.search}`);
  applyTheme();
  showSignIn(null, "Your account is deleted, and nothing of it stays in this browser. Goodbye.");
}

// While the account is being deleted its streams and tokens end first.
const endSession = () => {
  if (!person() || isEnding) return;
  setPerson(null);
  discardAnswers();
  showSignIn("You were signed out: the token of this browser was revoked, or has ended.");
};

onSignedOut(endSession);

begin();
