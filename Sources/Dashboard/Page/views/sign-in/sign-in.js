// The sign-in page, for a token or the code of a sign-in link.

import { h } from "../../kit/dom.js";
import { field, form } from "../../kit/form.js";
import { icon } from "../../kit/icons.js";
import { send } from "../../kit/server.js";

export function signInPage({ reason, farewell, signedIn }) {
  return h("main", { class: "alone door" },
    h("p", { class: "brand" }, icon("mark"), h("span", {}, "Waymark")),
    h("h1", {}, "Sign in"),
    farewell ? h("p", { role: "status" }, farewell) : null,
    reason ? h("p", { class: "failure", role: "alert" }, reason) : null,
    form({
      label: "Sign in",
      submit: "Sign in",
      fields: [field({
        label: "Token", name: "token", type: "password", autocomplete: "current-password", required: true,
        hint: "The administrator of this server can create a token or a sign-in link for you.",
      })],
      send: async ({ token }) => {
        await send("POST", "session", { token: token.trim() });
        await signedIn();
      },
    }),
    h("details", {}, h("summary", {}, "I run this server"),
      h("p", {}, "This command prints a link that signs in a browser. It works once and expires after ten minutes."),
      h("pre", {}, "waymark sign-in --user NAME")));
}
