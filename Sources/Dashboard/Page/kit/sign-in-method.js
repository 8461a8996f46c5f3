// The methods of signing in, in words.

import { t } from "./language.js";

const names = () => ({
  password: t("password"), passkey: t("passkey"), oidc: t("single sign-on"), token: t("token"),
  code: t("sign-in link"), proxy: t("proxy"), invitation: t("invitation"), setup: t("set-up link"),
});

export const methodName = (method) => names()[method] ?? method;
