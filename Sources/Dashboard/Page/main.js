// Begins the page: who is asking, where they want to be, and what stays around every place.

import { fill, h } from "./kit/dom.js";
import { Away, onSignedOut, send } from "./kit/server.js";
import { loadPerson, person, setPerson } from "./kit/person.js";
import { choice, choose, forgetAnswers, keepAnswer, keptAnswer } from "./kit/keep.js";
import { beginLive, endLive, onChange } from "./kit/live.js";
import { applyTheme } from "./kit/theme.js";
import { here, match, go } from "./kit/route.js";
import { failure, skeleton } from "./kit/card.js";
import { routes } from "./places.js";
import { shell } from "./shell.js";

const app = document.getElementById("app");
let frame = null;
let leave = null;
let shown = null;
let stay = null;

async function begin() {
  applyTheme();
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code) {
    // Not in the history: the code is good once, and belongs to no bookmark.
    history.replaceState(null, "", `${location.pathname}${location.search}`);
    try {
      await send("POST", "session", { code });
    } catch (error) {
      return door(error.message);
    }
  }
  await enter();
}

async function enter() {
  try {
    const profile = await loadPerson();
    if (choice("person") !== profile.userId) forgetAnswers();
    choose("person", profile.userId);
    keepAnswer("person", profile);
  } catch (error) {
    if (error.status === 401) return door();
    const last = error instanceof Away ? keptAnswer("person") : null;
    if (!last) return fill(app, h("main", { class: "alone" }, failure(error, enter)));
    setPerson(last.value);
  }
  close();
  stay = new AbortController();
  frame = shell({ signOut, signal: stay.signal });
  fill(app, frame.element);
  addEventListener("hashchange", show, { signal: stay.signal });
  onChange(async (areas) => {
    if (areas.has("profile")) await loadPerson().then(frame.update, () => {});
  }, stay.signal);
  await beginLive();
  if (!stay.signal.aborted) show();
}

/** The place that the address names. A place that knows its parameters changes by itself when only they differ. */
async function show() {
  const { path, query } = here();
  const found = match(routes, path);
  if (!found) return go("/today", {}, { replace: true });
  if (shown && shown.path === path && shown.scope.onQuery) return shown.scope.onQuery(query);
  leave?.abort();
  leave = new AbortController();
  const scope = { signal: leave.signal, parameters: found.parameters, query, onQuery: null, setTitle, signOut };
  const first = shown === null;
  shown = { path, scope };
  frame.mark(found.route.place);
  fill(frame.main, h("div", { class: "place" }, h("h1", { tabindex: -1 }, found.route.title), skeleton()));
  setTitle(found.route.title);
  try {
    const place = await found.route.load();
    if (scope.signal.aborted) return;
    fill(frame.main, place.show(scope));
  } catch (error) {
    if (scope.signal.aborted) return;
    console.error(error);
    fill(frame.main, h("div", { class: "place" }, h("h1", { tabindex: -1 }, found.route.title),
      failure(new Away(), () => { shown = null; show(); })));
  }
  if (!first) frame.main.querySelector("h1")?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

function setTitle(title) {
  document.title = `${title} · Waymark`;
}

async function door(reason) {
  close();
  for (const open of document.querySelectorAll("dialog[open]")) open.close();
  const { signInPage } = await import("./views/door/sign-in.js");
  document.title = "Sign in · Waymark";
  fill(app, signInPage({ reason, signedIn: enter }));
  app.querySelector("input")?.focus();
}

function close() {
  stay?.abort();
  leave?.abort();
  shown = null;
  endLive();
}

async function signOut() {
  try {
    await send("DELETE", "session");
  } catch (error) {
    if (error instanceof Away) throw error;
  }
  forgetAnswers();
  door();
}

onSignedOut(() => {
  if (!person()) return;
  setPerson(null);
  forgetAnswers();
  door("You were signed out: the token of this browser was revoked, or has ended.");
});

begin();
