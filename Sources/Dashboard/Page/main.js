// Starts the page: signs the user in, shows the frame, and loads the view that the address names.

import { fill, h } from "./kit/dom.js";
import { Unavailable, isSignedOut, onSignedOut, send } from "./kit/server.js";
import { loadPerson, person, setPerson } from "./kit/person.js";
import {
  choice, choose, discardAll, discardChoice, discardResponses, keepResponse, keptResponse,
} from "./kit/storage.js";
import { onChange } from "./kit/changes.js";
import { beginLive, endLive, loadLater } from "./kit/live.js";
import { arrive, discardHeights } from "./kit/heights.js";
import { applyTheme } from "./kit/theme.js";
import { showFullNames } from "./kit/full-names.js";
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
/** The view could not be loaded because the server was unavailable. */
let isMissing = false;

async function begin() {
  applyTheme();
  showFullNames();
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code) {
    // Keeps the code out of history and bookmarks: it works only once.
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
  // A browser without a session shows the sign-in page directly, without a request that fails with 401 first.
  if (!isFresh && !choice("person") && await isSignedOut()) return showSignIn();
  try {
    const profile = await loadPerson();
    if (choice("person") !== profile.userId) discardResponses();
    choose("person", profile.userId);
    keepResponse("person", profile);
  } catch (error) {
    if (error.status === 401) return showSignIn();
    const last = error instanceof Unavailable ? keptResponse("person") : null;
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

/** Shows the view that the address names. If only the query differs, the current view handles it in `onQuery`. */
async function show() {
  const { path, query } = here();
  const found = match(routes, path);
  if (!found) return go("/today", {}, { replace: true });
  if (shown && shown.path === path && shown.scope.onQuery) return shown.scope.onQuery(query);
  placeController?.abort();
  isMissing = false;
  placeController = new AbortController();
  const actions = { setTitle, signOut, deleteAccount };
  const scope = { signal: placeController.signal, parameters: found.parameters, query, onQuery: null, ...actions };
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
      failure(new Unavailable(), showAgain)));
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
  const { signInPage } = await import("./views/sign-in/sign-in.js");
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
    if (error instanceof Unavailable) throw error;
  }
  discardResponses();
  showSignIn();
}

async function deleteAccount() {
  isEnding = true;
  try {
    await send("DELETE", "account");
  } catch (error) {
    isEnding = false;
    // 401: an earlier attempt deleted the account and its response was lost.
    if (error.status === 401) endSession();
    throw error;
  }
  isEnding = false;
  setPerson(null);
  discardAll();
  history.replaceState(null, "", `${location.pathname}${location.search}`);
  applyTheme();
  showSignIn(null, "Your account is deleted. This browser keeps no data about it. Goodbye.");
}

// Ignored during an account deletion, which ends streams and tokens first.
const endSession = () => {
  if (!person() || isEnding) return;
  setPerson(null);
  discardResponses();
  showSignIn("You were signed out because this browser's token was revoked or has expired. Sign in again.");
};

onSignedOut(endSession);

begin();
