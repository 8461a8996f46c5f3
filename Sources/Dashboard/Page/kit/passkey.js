// Passkeys of this browser (WebAuthn), in the JSON form of the server's calls.

import { t } from "./language.js";
import { send } from "./server.js";

/** Whether this browser can use passkeys. It can only over https and on localhost. */
export const hasPasskeys = () => Boolean(globalThis.PublicKeyCredential && navigator.credentials?.get);

/** Whether the field for the user id can offer passkeys. */
export const offersPasskeys = async () =>
  hasPasskeys() && await PublicKeyCredential.isConditionalMediationAvailable?.() === true;

/** Creates a passkey on this device and adds it to the person. */
export async function addPasskey(name) {
  const options = await send("POST", "passkeys/options");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON?.(options) ?? creationOptions(options);
  const credential = await named(navigator.credentials.create({ publicKey }));
  return send("POST", "passkeys", { ...toJSON(credential), name });
}

/**
 * Proves with a passkey who is at the browser, by a POST to `path`. If it is offered, the browser waits until the
 * person chooses a passkey in the field for the user id.
 */
export async function provePasskey(path, { signal, isOffered = false } = {}) {
  const options = await send("POST", "session/passkey/options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON?.(options) ?? requestOptions(options);
  const mediation = isOffered ? { mediation: "conditional" } : {};
  const credential = await named(navigator.credentials.get({ publicKey, signal, ...mediation }));
  await send("POST", path, toJSON(credential));
}

const explanations = () => ({
  NotAllowedError: t("No passkey was used. The request was cancelled or took too long. Try again."),
  InvalidStateError: t("This device already has a passkey for your account. Add one on another device."),
  SecurityError: t("Passkeys do not work at this address. Open the page at its public address."),
  NotSupportedError: t("This device cannot keep a passkey. Use another device."),
  ConstraintError: t("This device needs a screen lock before it can keep a passkey."),
});

async function named(request) {
  try {
    return await request;
  } catch (error) {
    throw explanations()[error.name] ? new Error(explanations()[error.name]) : error;
  }
}

// --- For browsers without the functions that convert JSON.

const bytesOf = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));

const textOf = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

const withBytes = (list) => (list ?? []).map((item) => ({ ...item, id: bytesOf(item.id) }));

const creationOptions = (options) => ({
  ...options,
  challenge: bytesOf(options.challenge),
  user: { ...options.user, id: bytesOf(options.user.id) },
  excludeCredentials: withBytes(options.excludeCredentials),
});

const requestOptions = (options) => ({
  ...options,
  challenge: bytesOf(options.challenge),
  allowCredentials: withBytes(options.allowCredentials),
});

function toJSON(credential) {
  if (credential.toJSON) return credential.toJSON();
  const names = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const { id, rawId, type, response } = credential;
  const parts = names.filter((name) => response[name]).map((name) => [name, textOf(response[name])]);
  return {
    id, rawId: textOf(rawId), type,
    response: { ...Object.fromEntries(parts), transports: response.getTransports?.() },
    clientExtensionResults: credential.getClientExtensionResults(),
  };
}
