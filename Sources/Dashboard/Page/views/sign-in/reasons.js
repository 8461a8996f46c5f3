// Why a sign-in at the provider did not succeed, and what to do.

import { capital } from "../../kit/format.js";
import { t } from "../../kit/language.js";

const texts = {
  denied: (name) =>
    t("{name} did not confirm the sign-in, or you cancelled it. Try again, or sign in in another way.", { name }),
  expired: () => t("The sign-in took too long, or it began in another browser. Try again."),
  provider: (name) => t("{name} is unavailable or reported an error. Try again in a few minutes.", { name }),
  token: (name) => t("This server could not verify the response of {name}. Ask an admin of this server to look at "
    + "its log.", { name }),
  group: (name) => t("Your account at {name} is in no group that may use this server. Ask an admin of this server to "
    + "change that.", { name }),
  unknownUser: (name) => t("This server does not know your account at {name}. Ask an admin of this server for an "
    + "invitation.", { name }),
  nameTaken: (name) => t("The user id of your account at {name} is in use here. If that person is you, sign in in "
    + "another way, and link {name} in Settings, Security. Otherwise, ask an admin of this server for an invitation.",
  { name }),
  badName: (name) => t("The user id of your account at {name} is not valid here. Ask an admin of this server for an "
    + "invitation.", { name }),
  taken: (name) => t("This account at {name} is linked to another person here. Choose another account.", { name }),
  disabled: () => t("Your account here is disabled. Ask an admin of this server to enable it."),
};

/** The reason in plain words. `provider` is the text of its button, if it is known. */
export function reasonText(reason, provider) {
  const name = !provider || provider === "single sign-on" ? t("the provider") : provider;
  if (!Object.hasOwn(texts, reason)) return t("The sign-in at {name} did not succeed. Try again.", { name });
  return capital(texts[reason](name));
}
