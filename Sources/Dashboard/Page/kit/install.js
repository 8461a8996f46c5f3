// The page as an app: it opens without a network, and the browser may offer to install it.

const settlingMilliseconds = 3000;
/** A newer page may be replaced while several servers are upgraded. Loading it again would not help. */
const oldMilliseconds = 10_000;

let offer = null;

addEventListener("beforeinstallprompt", (event) => {
  // The settings show the button.
  event.preventDefault();
  setOffer(event);
});
addEventListener("appinstalled", () => setOffer(null));

function setOffer(event) {
  offer = event;
  dispatchEvent(new CustomEvent("installable"));
}

/** Whether the browser offers to install the page. The event "installable" reports a change. */
export const isInstallable = () => offer !== null;

/** Asks the person to install the page. The browser allows one question for each offer. */
export async function install() {
  const event = offer;
  setOffer(null);
  await event?.prompt();
}

/** Keeps the page's files and texts in the browser. The files of the first view load before them. */
export function keepFiles(keepTexts) {
  // Browsers allow it only over https and on localhost.
  if (!navigator.serviceWorker) return;
  setTimeout(() => {
    keepTexts()?.catch((error) => console.warn("The page's texts are not kept in this browser.", error));
    navigator.serviceWorker.register(new URL("service-worker.js", document.baseURI)).catch((error) => {
      console.warn("The page's files are not kept in this browser.", error);
    });
  }, settlingMilliseconds);
}

/** Whether the server has another version of the page by now, so that files of this one may be missing. */
export async function isReplaced() {
  if (performance.now() < oldMilliseconds) return false;
  const start = await fetch(document.baseURI, { cache: "no-cache" }).then((page) => page.text(), () => "");
  const [, own] = import.meta.url.match(/page\/(\w+)\//) ?? [];
  const [, now] = start.match(/page\/(\w+)\//) ?? [];
  return Boolean(own && now) && own !== now;
}
