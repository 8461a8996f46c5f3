// Where someone signs in: with a token, or with the code of a link that was opened.

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
        hint: "The person who runs this server can make a token or a link for you.",
      })],
      send: async ({ token }) => {
        await send("POST", "session", { token: token.trim() });
        await signedIn();
      },
    }),
    h("details", {}, h("summary", {}, "I run this server"),
      h("p", {}, "A link that signs this browser in, good once, for ten minutes:"),
      h("pre", {}, "waymark sign-in --user NAME")));
}
