// The clients that have steps, and the words for each connector.

/** A client: its name in the address, its title, its kind, what arrives, and the connectors that it needs. */
export const clients = [
  { id: "koreader", title: "KOReader", kind: "reading", text: "Your reading time, and your place in each book.",
    others: "Also Readest and CrossPoint", connectors: ["dav", "kosync", "koinsight"] },
  { id: "antennapod", title: "AntennaPod", kind: "listening", text: "The podcasts that you hear.",
    others: "Also gPodder and Kasts", connectors: ["gpodder"] },
  { id: "audiobookshelf", title: "Audiobookshelf", kind: "listening", text: "The audiobooks that you hear.",
    others: "Also Plappa, ShelfPlayer and Lissen", connectors: ["pull"] },
  { id: "navidrome", title: "Navidrome", kind: "listening", text: "The music that you hear.",
    others: "Also Jellyfin, multi-scrobbler and Web Scrobbler", connectors: ["listenbrainz"] },
  { id: "health-auto-export", title: "Health Auto Export", kind: "rucks",
    text: "Walks from Apple Watch and iPhone.", connectors: [] },
  { id: "foldersync", title: "Gadgetbridge and FolderSync", kind: "rucks",
    text: "Walks that your phone or watch records.", others: "Also OpenTracks, GPSLogger and rclone",
    connectors: ["dav"] },
  { id: "home-assistant", title: "Home Assistant", kind: "",
    text: "Shows your figures on a dashboard.", others: "Also Homepage and Glance", connectors: [] },
];

/**
 * The words for a connector: its title, its kind, its purpose, the name of a new password, the client with its steps,
 * and the values to type in their order.
 */
const connectorWords = {
  dav: {
    title: "KOReader statistics and files", kind: "reading", device: "KOReader", setup: "koreader",
    text: "Your reading time from KOReader, and walks as GPX, TCX or FIT from FolderSync, rclone and other WebDAV "
      + "clients.",
    typed: ["address", "name", "password"],
  },
  kosync: {
    title: "KOReader progress", kind: "reading", device: "KOReader", setup: "koreader",
    text: "Your place in each book, in step between KOReader, Readest, CrossPoint and Waymark.",
    typed: ["address", "name", "password"],
  },
  koinsight: {
    title: "KoInsight plugin", kind: "reading", device: "KoInsight", setup: "koreader",
    text: "Your reading time, each time your reader sleeps, from KoInsight's plugin for KOReader.",
    typed: ["address"],
  },
  gpodder: {
    title: "Podcasts", kind: "listening", device: "Podcast player", setup: "antennapod",
    text: "Plays from AntennaPod, gPodder and Kasts, which also share subscriptions and positions.",
    typed: ["address", "name", "password"],
  },
  listenbrainz: {
    title: "Music", kind: "listening", device: "Music player", setup: "navidrome",
    text: "Tracks from Navidrome, Jellyfin and every other player that speaks ListenBrainz.",
    typed: ["address", "password"],
  },
  pull: {
    title: "Connections", kind: "listening",
    text: "Waymark reads your listening sessions from Audiobookshelf.",
  },
  inbox: {
    title: "Inbox folder", kind: "rucks",
    text: "Files in a folder of the server, which Syncthing, Nextcloud or scp can fill. The operator sets the folder "
      + "(WAYMARK_INBOX).",
  },
  webhooks: {
    title: "Webhooks", kind: "",
    text: "Waymark tells Home Assistant, ntfy, Discord and other servers what you have done.",
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
export const offText = "The operator of this server has switched this off (WAYMARK_CONNECTORS).";
