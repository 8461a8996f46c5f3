// The clients that have steps, and the words for each connector.

import { t } from "../../kit/language.js";

/** A client: its name in the address, its title, its kind, what arrives, and the connectors that it needs. */
export const clients = [
  { id: "koreader", title: "KOReader", kind: "reading", text: t("Your reading time, and your place in each book."),
    others: t("Also Readest and CrossPoint"), connectors: ["dav", "kosync", "koinsight"] },
  { id: "antennapod", title: "AntennaPod", kind: "listening", text: t("The podcasts that you hear."),
    others: t("Also gPodder and Kasts"), connectors: ["gpodder"] },
  { id: "audiobookshelf", title: "Audiobookshelf", kind: "listening", text: t("The audiobooks that you hear."),
    others: t("Also Plappa, ShelfPlayer and Lissen"), connectors: ["pull"] },
  { id: "navidrome", title: "Navidrome", kind: "listening", text: t("The music that you hear."),
    others: t("Also Jellyfin, multi-scrobbler and Web Scrobbler"), connectors: ["listenbrainz"] },
  { id: "health-auto-export", title: "Health Auto Export", kind: "rucks",
    text: t("Walks from Apple Watch and iPhone."), connectors: [] },
  { id: "foldersync", title: t("Gadgetbridge and FolderSync"), kind: "rucks",
    text: t("Walks that your phone or watch records."), others: t("Also OpenTracks, GPSLogger and rclone"),
    connectors: ["dav"] },
  { id: "home-assistant", title: "Home Assistant", kind: "",
    text: t("Shows your figures on a dashboard."), others: t("Also Homepage and Glance"), connectors: [] },
];

/**
 * The words for a connector: its title, its kind, its purpose, the name of a new password, the client with its steps,
 * and the values to type in their order.
 */
const connectorWords = {
  dav: {
    title: t("KOReader statistics and files"), kind: "reading", device: "KOReader", setup: "koreader",
    text: t("Your reading time from KOReader, and walks as GPX, TCX or FIT from FolderSync, rclone and other WebDAV "
      + "clients."),
    typed: ["address", "name", "password"],
  },
  kosync: {
    title: t("KOReader progress"), kind: "reading", device: "KOReader", setup: "koreader",
    text: t("Your place in each book, in step between KOReader, Readest, CrossPoint and Waymark."),
    typed: ["address", "name", "password"],
  },
  koinsight: {
    title: t("KoInsight plugin"), kind: "reading", device: "KoInsight", setup: "koreader",
    text: t("Your reading time, each time your reader sleeps, from KoInsight's plugin for KOReader."),
    typed: ["address"],
  },
  gpodder: {
    title: t("Podcasts"), kind: "listening", device: t("Podcast player"), setup: "antennapod",
    text: t("Plays from AntennaPod, gPodder and Kasts, which also share subscriptions and positions."),
    typed: ["address", "name", "password"],
  },
  listenbrainz: {
    title: t("Music"), kind: "listening", device: t("Music player"), setup: "navidrome",
    text: t("Tracks from Navidrome, Jellyfin and every other player that speaks ListenBrainz."),
    typed: ["address", "password"],
  },
  pull: {
    title: t("Connections"), kind: "listening",
    text: t("Waymark reads your listening sessions from Audiobookshelf."),
  },
  inbox: {
    title: t("Inbox folder"), kind: "rucks",
    text: t("Files in a folder of the server, which Syncthing, Nextcloud or scp can fill. The operator sets the folder "
      + "(WAYMARK_INBOX)."),
  },
  webhooks: {
    title: t("Webhooks"), kind: "",
    text: t("Waymark sends your sessions, books and goals to Home Assistant, ntfy, Discord and other servers."),
  },
};

export const wordsOf = ({ name, title }) => connectorWords[name] ?? { title, kind: "", text: "" };

export const clientOf = (id) => clients.find((client) => client.id === id) ?? null;

/** The base of the server's addresses: that of a connector, or of this page. */
export function hostOf(connectors) {
  const dav = connectors.find(({ name }) => name === "dav")?.address;
  return dav ? dav.replace(/\/dav$/, "") : new URL(".", document.baseURI).href.replace(/\/$/, "");
}

/** Why a connector is off. */
export const offText = t("The operator of this server has switched this off (WAYMARK_CONNECTORS).");
