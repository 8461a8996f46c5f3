// The state of the page is in the fragment of its address: "#/listening?range=month".

/** The current address: { path: "/reading/books/a", query: URLSearchParams }. */
export function here() {
  const [path, query] = location.hash.replace(/^#/, "").split("?");
  return { path: path || "/today", query: new URLSearchParams(query ?? "") };
}

/** Whether a fragment lets a person or an app in, instead of naming a view. */
export const letsIn = (hash) => /^#(app\?|(setup|invitation|signin|code)=.)/.test(hash);

/** The address of a view. Empty parameters are left out. */
export function link(path, query) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined && value !== "") parameters.set(name, value);
  }
  const text = parameters.toString();
  return `#${path}${text ? `?${text}` : ""}`;
}

/** Goes to a view. With `replace`, the browser's "back" skips the current one. */
export function go(path, query, { replace = false } = {}) {
  const target = link(path, query);
  if (target === location.hash) return;
  if (replace) {
    history.replaceState(null, "", target);
    dispatchEvent(new HashChangeEvent("hashchange"));
  } else {
    location.hash = target;
  }
}

// The select or the segments that has changed the address since it got the focus, and that address.
let chosen = null;

/**
 * Changes some parameters of the current address. All choices in one control while it has the focus share one entry of
 * the history, because letters and arrow keys also choose each option on the way.
 */
export function change(parameters, { replace = false } = {}) {
  const { path, query } = here();
  const control = document.activeElement?.closest("select, .segments");
  const continues = control && chosen?.control === control && chosen.address === location.hash;
  go(path, { ...Object.fromEntries(query), ...parameters }, { replace: replace || continues });
  chosen = control ? { control, address: location.hash } : null;
}

addEventListener("focusout", ({ relatedTarget }) => {
  if (!chosen?.control.contains(relatedTarget)) chosen = null;
});

/** The route that matches a path, and the values of its parameters (":id"). */
export function match(routes, path) {
  const parts = path.split("/").filter(Boolean);
  for (const route of routes) {
    const wanted = route.path.split("/").filter(Boolean);
    if (wanted.length !== parts.length) continue;
    const parameters = {};
    const fits = wanted.every((name, index) => {
      if (!name.startsWith(":")) return name === parts[index];
      parameters[name.slice(1)] = decode(parts[index]);
      return parameters[name.slice(1)] !== null;
    });
    if (fits) return { route, parameters };
  }
  return null;
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
