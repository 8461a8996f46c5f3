// The steps of each client. A value that needs the password appears when the password is created.

import { fill, h } from "../../kit/dom.js";
import { field } from "../../kit/form.js";
import { fromWeight, toWeight, weightUnit } from "../../kit/format.js";
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

const steps = (...items) => h("ol", { class: "steps" }, items.map((item) => h("li", {}, sentences(item.flat()))));

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

const address = (value) => valueField({ label: "Address", value });
const userName = ({ user }) => valueField({ label: "Name", value: user });

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
      actionButton("Create the password", create, { kind: slots.length === 0 ? "primary" : "" }));
    slots.push([element, show]);
    return element;
  };
  const field = (label = "Password") => slot((token) => valueField({ label, value: token,
    hint: "It is shown only once. Hyphens and capital letters do not matter." }));
  return { slot, field, status };
}

function koreader(context) {
  const { host, isOn } = context;
  const secret = password("KOReader", context);
  return [
    isOn("dav") ? part("Reading time", steps(
      ["In KOReader, open ", h("b", {}, "Cloud storage"), " in the tools menu, and add a ", h("b", {}, "WebDAV"),
        " server. Leave its folder empty.", address(`${host}/dav`), userName(context), secret.field()],
      ["Open ", h("b", {}, "Reading statistics, Cloud sync"), " and choose that server."],
      ["Press ", h("b", {}, "Synchronize now"), ". A gesture can do the same later."])) : null,
    isOn("kosync") ? part("Your place in each book", steps(
      ["Open a book, then ", h("b", {}, "Progress sync, Custom sync server"), ".", address(`${host}/kosync`)],
      ["Press ", h("b", {}, "Login"), ", not Register.", userName(context), secret.field()])) : null,
    secret.status,
    isOn("koinsight") ? h("details", {}, h("summary", {}, "With KoInsight's plugin instead of Cloud sync"),
      steps(["In KoInsight's menu, choose ", h("b", {}, "Set server URL"), ".",
        secret.slot((token) => address(`${host}/koinsight/${token}`))])) : null,
  ];
}

function antennapod(context) {
  const secret = password("Podcast player", context);
  return [
    part("Podcasts", steps(
      ["In AntennaPod, open ", h("b", {}, "Settings, Synchronization, gpodder.net"), " and choose your own server.",
        address(`${context.host}/gpodder`)],
      ["Sign in.", userName(context), secret.field()],
      ["Choose a name for the device and synchronize. A play appears when the player reports it."])),
    secret.status,
    h("details", {}, h("summary", {}, "gPodder and Kasts"), h("ul", { class: "facts" },
      h("li", {}, h("b", {}, "gPodder"), ": Preferences, gpodder.net, Replace service address."),
      h("li", {}, h("b", {}, "Kasts"), ": Settings, Synchronization, gpodder.net, custom server.")),
    h("p", {}, "The address, the name and the password are the same.")),
  ];
}

function audiobookshelf() {
  const done = h("div", {});
  const form = connectionForm({ added: () => {
    form.hidden = true;
    const line = h("p", { class: "first-contact is-there", tabindex: -1 },
      "Connected. The first run reads all sessions that Audiobookshelf has kept.");
    fill(done, line, h("div", { class: "actions" },
      h("a", { class: "button", href: "#/sources" }, "See the connection")));
    line.focus();
  } });
  return [
    part("Audiobooks", steps(
      ["In Audiobookshelf, an admin opens ", h("b", {}, "Settings, API Keys"), " and creates a key for your user."],
      ["Enter the address of Audiobookshelf and the key. Waymark tries them at once, and then reads new sessions "
        + "regularly.", form, done])),
  ];
}

function navidrome(context) {
  const { host } = context;
  const secret = password("Music player", context);
  const base = `${host}/listenbrainz`;
  return [
    part("Music", steps(
      ["The operator of Navidrome sets this variable and restarts it.",
        valueField({ label: "Variable", value: `ND_LISTENBRAINZ_BASEURL=${base}/1/` })],
      ["In Navidrome, open your personal settings and switch on ", h("b", {}, "Scrobble to ListenBrainz"), ".",
        secret.field("User token")],
      ["Play a track. It appears when it has been heard."])),
    secret.status,
    h("details", {}, h("summary", {}, "Other players"), h("p", {}, "The user token is the same."),
      h("div", { class: "values" },
        valueField({ label: "Jellyfin's plugin and multi-scrobbler", value: base }),
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
  const load = field({ label: `Load that you carry (${weightUnit()})`, name: "load", type: "number", min: 0,
    max: Math.floor(toWeight(heaviest)), step: "any", inputmode: "decimal",
    value: Math.round(toWeight(usualLoad) * 10) / 10, hint: "It counts for each walk that the app sends." });
  load.addEventListener("input", () => {
    const typed = Number(load.querySelector("input").value) || 0;
    target.setValue(url(Math.min(heaviest, Math.max(0, Math.round(fromWeight(typed) * 100) / 100))));
  });
  return [
    part("Walks", steps(
      ["In Health Auto Export, open ", h("b", {}, "Automations"), ", add one, and choose ", h("b", {}, "REST API"), ".",
        load, target],
      ["Add a header with the key ", h("code", {}, "Authorization"), " and this value.",
        secret.slot((token) => valueField({ label: "Value of the header", value: `Bearer ${token}`,
          hint: "It is shown only once." }))],
      ["Choose the data type ", h("b", {}, "Workouts"), ", the format ", h("b", {}, "JSON"), " and the version ",
        h("b", {}, "2"), "."],
      ["Save it. The walks of each period arrive once."])),
    secret.status,
  ];
}

function foldersync(context) {
  const secret = password("FolderSync", context);
  return [
    part("Walks", steps(
      ["In Gadgetbridge, OpenTracks or GPSLogger, export walks as GPX to a folder of the phone. Most can do this after "
        + "each walk."],
      ["In FolderSync, add an account of the type ", h("b", {}, "WebDAV"), ".",
        address(`${context.host}/dav`), userName(context), secret.field()],
      ["Add a folder pair from the phone's folder to a folder on the server. A weight in its name, such as ",
        h("code", {}, "walks 20kg"), ", is the load that you carried."],
      ["Synchronize. GPX, TCX and FIT files become rucks; other files are only stored."])),
    secret.status,
  ];
}

function dashboard(context) {
  const secret = password("Dashboard", context, ["read"]);
  const resource = `${context.host}/api/v1/widget`;
  return [
    part("Your figures", steps(
      ["Add this to ", h("code", {}, "configuration.yaml"), ". The password in it can only read.",
        secret.slot((token) => codeField({ label: "configuration.yaml", value: homeAssistant(resource, token) }))],
      ["Restart Home Assistant. The figures are renewed every five minutes."])),
    secret.status,
    h("details", {}, h("summary", {}, "Homepage"),
      secret.slot((token) => codeField({ label: "services.yaml", value: homepage(resource, token) }))),
    h("details", {}, h("summary", {}, "Glance, Scriptable, Shortcuts and others"),
      h("div", { class: "values" }, valueField({ label: "URL", value: resource }),
        secret.slot((token) => valueField({ label: "Header Authorization", value: `Bearer ${token}` })))),
  ];
}
