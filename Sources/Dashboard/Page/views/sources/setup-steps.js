// The steps of each client. A value that needs the password appears when the password is created.

import { fill, h } from "../../kit/dom.js";
import { field } from "../../kit/form.js";
import { fromWeight, toWeight, weightUnit } from "../../kit/format.js";
import { rich, t } from "../../kit/language.js";
import { connectionForm } from "./connection-dialogs.js";
import { createPassword, firstContact } from "./device-password.js";
import { actionButton } from "./row-action.js";
import { codeField, valueField } from "./value-field.js";
import { homeAssistant, homepage } from "./widget-files.js";

/** The elements of all steps. `context` is { host, user, isOn(connector), signal }. */
export const stepsOf = (client, context) => ({
  koreader, antennapod, audiobookshelf, navidrome, "health-auto-export": healthAutoExport, foldersync,
  "home-assistant": dashboard,
}[client.id](context));

const menu = (name) => h("b", {}, name);

const steps = (...items) => h("ol", { class: "steps" }, items.map((item) =>
  h("li", {}, sentences(item.flat().filter((node) => node !== "")))));

/** Joins texts and the words between them to paragraphs. */
function sentences(nodes) {
  const found = [];
  for (const node of nodes) {
    const isText = typeof node === "string" || ["b", "code"].includes(node.localName);
    if (!isText) found.push(node);
    else if (found.at(-1)?.localName === "p") found.at(-1).append(node);
    else found.push(h("p", {}, node));
  }
  return found;
}

const part = (title, ...content) => h("section", { class: "card" }, h("h2", {}, title), content);

const address = (value) => valueField({ label: t("Address"), value });
const userName = ({ user }) => valueField({ label: t("Name"), value: user });

/**
 * One password for all steps of a client: `slot(show)` is a button until the password exists, and then `show(token)`.
 * `status` reports the first contact.
 */
function password(name, { signal }, scopes) {
  const slots = [];
  const status = h("div", {});
  const create = async () => {
    const made = await createPassword(name, scopes);
    for (const [element, show] of slots) fill(element, show(made.token));
    slots[0][0].querySelector("textarea, pre")?.focus();
    fill(status, firstContact(made.id, signal));
  };
  const slot = (show) => {
    const element = h("div", { class: "slot" },
      actionButton(t("Create the password"), create, { kind: slots.length === 0 ? "primary" : "" }));
    slots.push([element, show]);
    return element;
  };
  const field = (label = t("Password")) => slot((token) => valueField({ label, value: token,
    hint: t("It is shown only once. Hyphens and capital letters do not matter.") }));
  return { slot, field, status };
}

function koreader(context) {
  const { host, isOn } = context;
  const secret = password("KOReader", context);
  return [
    isOn("dav") ? part(t("Reading time"), steps(
      [rich("In KOReader, open {menu} in the tools menu, and add a {type} server. Leave its folder empty.",
        { menu: menu("Cloud storage"), type: menu("WebDAV") }),
      address(`${host}/dav`), userName(context), secret.field()],
      [rich("Open {menu} and choose that server.", { menu: menu("Reading statistics, Cloud sync") })],
      [rich("Press {button}. A gesture can do the same later.", { button: menu("Synchronize now") })])) : null,
    isOn("kosync") ? part(t("Your place in each book"), steps(
      [rich("Open a book, then {menu}.", { menu: menu("Progress sync, Custom sync server") }),
        address(`${host}/kosync`)],
      [rich("Press {button}, not {other}.", { button: menu("Login"), other: "Register" }),
        userName(context), secret.field()])) : null,
    secret.status,
    isOn("koinsight") ? h("details", {}, h("summary", {}, t("With KoInsight's plugin instead of Cloud sync")),
      steps([rich("In KoInsight's menu, choose {menu}.", { menu: menu("Set server URL") }),
        secret.slot((token) => address(`${host}/koinsight/${token}`))])) : null,
  ];
}

function antennapod(context) {
  const secret = password(t("Podcast player"), context);
  return [
    part(t("Podcasts"), steps(
      [rich("In AntennaPod, open {menu} and choose your own server.",
        { menu: menu("Settings, Synchronization, gpodder.net") }), address(`${context.host}/gpodder`)],
      [t("Sign in."), userName(context), secret.field()],
      [t("Choose a name for the device and synchronize. A play appears when the player reports it.")])),
    secret.status,
    h("details", {}, h("summary", {}, t("gPodder and Kasts")), h("ul", { class: "facts" },
      h("li", {}, h("b", {}, "gPodder"), ": Preferences, gpodder.net, Replace service address."),
      h("li", {}, h("b", {}, "Kasts"), ": Settings, Synchronization, gpodder.net, custom server.")),
    h("p", {}, t("The address, the name and the password are the same."))),
  ];
}

function audiobookshelf() {
  const done = h("div", {});
  const form = connectionForm({ added: () => {
    form.hidden = true;
    const line = h("p", { class: "first-contact is-there", tabindex: -1 },
      t("Connected. The first run reads all sessions that Audiobookshelf has kept."));
    fill(done, line, h("div", { class: "actions" },
      h("a", { class: "button", href: "#/sources" }, t("See the connection"))));
    line.focus();
  } });
  return [
    part(t("Audiobooks"), steps(
      [rich("In Audiobookshelf, an admin opens {menu} and creates a key for your user.",
        { menu: menu("Settings, API Keys") })],
      [t("Enter the address of Audiobookshelf and the key. Waymark tries them at once, and then reads new sessions "
        + "regularly."), form, done])),
  ];
}

function navidrome(context) {
  const { host } = context;
  const secret = password(t("Music player"), context);
  const base = `${host}/listenbrainz`;
  return [
    part(t("Music"), steps(
      [t("The operator of Navidrome sets this variable and restarts it."),
        valueField({ label: t("Variable"), value: `ND_LISTENBRAINZ_BASEURL=${base}/1/` })],
      [rich("In Navidrome, open your personal settings and switch on {option}.",
        { option: menu("Scrobble to ListenBrainz") }), secret.field(t("User token"))],
      [t("Play a track. It appears when it has been heard.")])),
    secret.status,
    h("details", {}, h("summary", {}, t("Other players")), h("p", {}, t("The user token is the same.")),
      h("div", { class: "values" },
        valueField({ label: t("Jellyfin's plugin and multi-scrobbler"), value: base }),
        valueField({ label: "Pano Scrobbler", value: `${base}/` }),
        valueField({ label: "Web Scrobbler", value: `${base}/1/submit-listens` }))),
  ];
}

const heaviest = 200;
const usualLoad = 20;

function healthAutoExport(context) {
  const secret = password("Health Auto Export", context);
  const url = (kilograms) => `${context.host}/api/v1/imports?format=health-auto-export&load=${kilograms}`;
  const target = valueField({ label: "URL", value: url(usualLoad) });
  const load = field({ label: t("Load that you carry ({unit})", { unit: weightUnit() }), name: "load", type: "number",
    min: 0, max: Math.floor(toWeight(heaviest)), step: "any", inputmode: "decimal",
    value: Math.round(toWeight(usualLoad) * 10) / 10, hint: t("It counts for each walk that the app sends.") });
  load.addEventListener("input", () => {
    const typed = Number(load.querySelector("input").value) || 0;
    target.setValue(url(Math.min(heaviest, Math.max(0, Math.round(fromWeight(typed) * 100) / 100))));
  });
  return [
    part(t("Walks"), steps(
      [rich("In Health Auto Export, open {menu}, add one, and choose {type}.",
        { menu: menu("Automations"), type: menu("REST API") }), load, target],
      [rich("Add a header with the key {key} and this value.", { key: h("code", {}, "Authorization") }),
        secret.slot((token) => valueField({ label: t("Value of the header"), value: `Bearer ${token}`,
          hint: t("It is shown only once.") }))],
      [rich("Choose the data type {type}, the format {format} and the version {version}.",
        { type: menu("Workouts"), format: menu("JSON"), version: menu("2") })],
      [t("Save it. The walks of each period arrive once.")])),
    secret.status,
  ];
}

function foldersync(context) {
  const secret = password("FolderSync", context);
  return [
    part(t("Walks"), steps(
      [t("In Gadgetbridge, OpenTracks or GPSLogger, export walks as GPX to a folder of the phone. Most can do this "
        + "after each walk.")],
      [rich("In FolderSync, add an account of the type {type}.", { type: menu("WebDAV") }),
        address(`${context.host}/dav`), userName(context), secret.field()],
      [rich("Add a folder pair from the phone's folder to a folder on the server. A weight in its name, such as "
        + "{example}, is the load that you carried.", { example: h("code", {}, "walks 20kg") })],
      [t("Synchronize. GPX, TCX and FIT files become rucks; other files are only stored.")])),
    secret.status,
  ];
}

function dashboard(context) {
  const secret = password(t("Dashboard"), context, ["read"]);
  const resource = `${context.host}/api/v1/widget`;
  return [
    part(t("Your figures"), steps(
      [rich("Add this to {file}. The password in it can only read.", { file: h("code", {}, "configuration.yaml") }),
        secret.slot((token) => codeField({ label: "configuration.yaml", value: homeAssistant(resource, token) }))],
      [t("Restart Home Assistant. The figures are renewed every five minutes.")])),
    secret.status,
    h("details", {}, h("summary", { translate: "no" }, "Homepage"),
      secret.slot((token) => codeField({ label: "services.yaml", value: homepage(resource, token) }))),
    h("details", {}, h("summary", {}, t("Glance, Scriptable, Shortcuts and others")),
      h("div", { class: "values" }, valueField({ label: "URL", value: resource }),
        secret.slot((token) =>
          valueField({ label: t("Header {name}", { name: "Authorization" }), value: `Bearer ${token}` })))),
  ];
}
