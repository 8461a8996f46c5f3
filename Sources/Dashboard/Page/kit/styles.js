// The styles that Today does not need. They are loaded before the first other view or dialog.

const sheets = [
  new URL("../settings.css", import.meta.url), new URL("../listening.css", import.meta.url),
  new URL("../reading.css", import.meta.url), new URL("../diversity.css", import.meta.url),
  new URL("../rucks.css", import.meta.url), new URL("../insights.css", import.meta.url),
  new URL("../sources.css", import.meta.url), new URL("../palette.css", import.meta.url),
];

let loading = null;

/** Resolves when all styles are loaded. After an error, the next call tries again. */
export function loadStyles() {
  loading ??= Promise.all(sheets.map(load)).catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

const load = ({ href }) => new Promise((done, failed) => {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = href;
  sheet.onload = done;
  sheet.onerror = () => {
    sheet.remove();
    failed(new Error(`The style ${href} could not be loaded.`));
  };
  document.head.append(sheet);
});
