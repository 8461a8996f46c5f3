// Every view of the page: its address, its title, and the module that is loaded on the first visit.

import { t, withTexts } from "./kit/language.js";

const today = (path, title, load) => ({ path, place: "today", title, load: () => withTexts("today", load) });

/** A view that needs the other styles as well. `section` is the folder of its module in `views`. */
const place = (path, group, title, load, section = group) => ({
  path, place: group, title,
  load: async () => {
    const { loadStyles } = await import("./kit/styles.js");
    const [view] = await Promise.all([withTexts(section, load), loadStyles()]);
    return view;
  },
});

export const routes = () => [
  today("/today", t("Today"), () => import("./views/today/today.js")),
  place("/welcome", "today", t("Welcome"), () => import("./views/first-steps/first-steps.js"), "first-steps"),
  place("/listening", "listening", t("Listening"), () => import("./views/listening/listening.js")),
  place("/listening/sessions", "listening", t("Listening sessions"),
    () => import("./views/listening/listening-sessions.js")),
  place("/listening/heroes", "listening", t("Heroes"), () => import("./views/listening/heroes.js")),
  place("/listening/stories", "listening", t("Stories"), () => import("./views/listening/stories.js")),
  place("/reading", "reading", t("Reading"), () => import("./views/reading/reading.js")),
  place("/reading/books/:id", "reading", t("Book"), () => import("./views/reading/book.js")),
  place("/reading/sessions", "reading", t("Reading sessions"), () => import("./views/reading/reading-sessions.js")),
  place("/diversity", "diversity", t("Diversity"), () => import("./views/diversity/diversity.js")),
  place("/diversity/fill", "diversity", t("Fill missing data"), () => import("./views/diversity/fill.js")),
  place("/rucks", "rucks", t("Rucks"), () => import("./views/rucks/rucks.js")),
  place("/rucks/all", "rucks", t("All rucks"), () => import("./views/rucks/all-rucks.js")),
  place("/rucks/walk/:id", "rucks", t("Ruck"), () => import("./views/rucks/ruck.js")),
  place("/insights", "insights", t("Insights"), () => import("./views/insights/insights.js")),
  place("/insights/achievements", "insights", t("Achievements"), () => import("./views/insights/achievements.js")),
  place("/insights/review/:period", "insights", t("Year in review"), () => import("./views/insights/review.js")),
  place("/waiting", "today", t("Waiting entries"), () => import("./views/waiting/waiting-place.js"), "waiting"),
  place("/day/:day", "today", t("Day"), () => import("./views/today/day.js")),
  place("/settings", "settings", t("Settings"), () => import("./views/settings/settings.js")),
  place("/settings/security", "settings", t("Security"), () => import("./views/settings/security.js")),
  place("/settings/people", "settings", t("People"), () => import("./views/people/people.js"), "people"),
  place("/settings/import", "settings", t("Import"), () => import("./views/settings/import.js")),
  place("/sources", "settings", t("Sources"), () => import("./views/sources/sources.js"), "sources"),
  place("/sources/:client", "settings", t("Set up"), () => import("./views/sources/setup.js"), "sources"),
  place("/settings/connect", "settings", t("Connect a device"), () => import("./views/settings/connect.js")),
];

/** The items of the navigation. Five fit the bar of a phone; the others are icons in its header. */
export const places = () => [
  { name: "today", text: t("Today"), href: "#/today", icon: "sun", kind: "listening", onPhone: true },
  { name: "listening", text: t("Listening"), href: "#/listening", icon: "ear", kind: "listening", onPhone: true },
  { name: "reading", text: t("Reading"), href: "#/reading", icon: "book", kind: "reading", onPhone: true },
  { name: "rucks", text: t("navigation|Rucks"), href: "#/rucks", icon: "hill", kind: "rucks", onPhone: true },
  { name: "insights", text: t("navigation|Insights"), href: "#/insights", icon: "spark", kind: "reading",
    onPhone: true },
  { name: "diversity", text: t("Diversity"), href: "#/diversity", icon: "globe", kind: "reading", onPhone: false },
  { name: "settings", text: t("Settings"), href: "#/settings", icon: "dial", kind: "listening", onPhone: false },
];
