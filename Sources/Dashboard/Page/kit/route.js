// The state of the page stands behind the "#" of its address: "#/listening?range=month".

/** { path: "/reading/books/a", query: Map } of the address as it is. */
export function here() {
  const [path, query] = location.hash.replace(/^#/, "").split("?");
  return { path: path || "/today", query: new URLSearchParams(query ?? "") };
}

/** The address of a place; parameters that are empty are left out. */
export function link(path, query) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined && value !== "") parameters.set(name, value);
  }
  const text = parameters.toString();
  return `#${path}${text ? `?${text}` : ""}`;
}

/** Goes to a place: the browser's "back" leads here again, unless this place is replaced. */
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

/** Changes some parameters of the place where one is. */
export function change(parameters, options) {
  const { path, query } = here();
  go(path, { ...Object.fromEntries(query), ...parameters }, options);
}

/** The route that a path is of, and what stands in its places (":id"). */
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
