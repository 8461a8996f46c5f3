// The values of the dimensions as people read them.

import { t } from "../../kit/language.js";

const names = {
  African: t("value|African"), Asian: t("value|Asian"), Caribbean: t("value|Caribbean"),
  European: t("value|European"), Indigenous: t("value|Indigenous"), "Latin American": t("value|Latin American"),
  "Middle Eastern": t("value|Middle Eastern"), "North American": t("value|North American"),
  Oceanian: t("value|Oceanian"), Other: t("value|Other"), Female: t("value|Female"), Male: t("value|Male"),
  "Non-binary": t("value|Non-binary"), Unknown: t("value|Unknown"), Translated: t("value|Translated"),
  "Original Language": t("value|Original Language"), "Own Voices": t("value|Own Voices"),
  "Not Own Voices": t("value|Not Own Voices"), Accessible: t("value|Accessible"), Standard: t("value|Standard"),
  Classic: t("value|Classic"), Historical: t("value|Historical"), Contemporary: t("value|Contemporary"),
  Africa: t("value|Africa"), Asia: t("value|Asia"), Europe: t("value|Europe"),
  "North America": t("value|North America"), "South America": t("value|South America"), Oceania: t("value|Oceania"),
  Antarctica: t("value|Antarctica"), "LGBTQ+": t("value|LGBTQ+"), Disability: t("value|Disability"),
  None: t("value|None"),
};

/** A language is free text. */
export const valueName = (dimension, value) => (dimension === "language" && value !== "Other"
  ? value : names[value] ?? value);
