// The kinds that a person tracks, chosen in the first steps and kept in this browser. All, unless they chose.

import { t } from "../../kit/language.js";
import { person } from "../../kit/person.js";
import { choice, choose } from "../../kit/storage.js";

export const kindNames = [["listening", t("Listening")], ["reading", t("Reading")], ["rucks", t("Rucks")]];

const trackedKinds = () => choice("tracked", kindNames.map(([kind]) => kind).join(" ")).split(" ");

export const isTracked = (kind) => trackedKinds().includes(kind);

export const trackKinds = (kinds) => choose("tracked", kinds.join(" "));

const welcome = () => `welcomed ${person()?.userId}`;
const reached = () => `welcome step ${person()?.userId}`;

/** Whether a person has finished or skipped the first steps on this browser. */
export const wasWelcomed = () => choice(welcome()) !== undefined;

export const endWelcome = () => choose(welcome(), "yes");

export const reachStep = (step) => choose(reached(), String(step));

/** The first step to come back to, or null before the first steps and after them. */
export const openStep = () => (wasWelcomed() ? null : choice(reached(), null));
