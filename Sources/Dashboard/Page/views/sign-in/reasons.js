// Why a sign-in at the provider did not succeed, and what to do.

import { capital } from "../../kit/format.js";

const admin = "an admin of this server";

const texts = {
  denied: (name) => `${name} did not confirm the sign-in, or you cancelled it. Try again, or sign in in another way.`,
  expired: () => "The sign-in took too long, or it began in another browser. Try again.",
  provider: (name) => `${name} is unavailable or reported an error. Try again in a few minutes.`,
  token: (name) => `This server could not verify the response of ${name}. Ask ${admin} to look at its log.`,
  group: (name) => `Your account at ${name} is in no group that may use this server. Ask ${admin} to change that.`,
  unknownUser: (name) => `This server does not know your account at ${name}. Ask ${admin} for an invitation.`,
  nameTaken: (name) => `The user id of your account at ${name} is in use here. If that person is you, sign in in `
    + `another way, and link ${name} in Settings, Security. Otherwise, ask ${admin} for an invitation.`,
  badName: (name) => `The user id of your account at ${name} is not valid here. Ask ${admin} for an invitation.`,
  taken: (name) => `This account at ${name} is linked to another person here. Choose another account.`,
  disabled: () => `Your account here is disabled. Ask ${admin} to enable it.`,
};

/** The reason in plain words. `provider` is the text of its button, if it is known. */
export function reasonText(reason, provider) {
  const name = !provider || provider === "single sign-on" ? "the provider" : provider;
  if (!Object.hasOwn(texts, reason)) return `The sign-in at ${name} did not succeed. Try again.`;
  return capital(texts[reason](name));
}
