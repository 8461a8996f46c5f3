// The methods of signing in, in words.

const names = {
  password: "password", passkey: "passkey", oidc: "single sign-on", token: "token", code: "sign-in link",
  proxy: "proxy", invitation: "invitation", setup: "set-up link",
};

export const methodName = (method) => names[method] ?? method;
