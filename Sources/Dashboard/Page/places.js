// Every view of the page: its address, its title, and the module that is loaded on the first visit.

const today = (path, title, load) => ({ path, place: "today", title, load });

/** A view that needs the other styles as well. */
const place = (path, group, title, load) => ({
  path, place: group, title,
  load: async () => {
    const { loadStyles } = await import("./kit/styles.js");
    const [view] = await Promise.all([load(), loadStyles()]);
    return view;
  },
});

export const routes = [
  today("/today", "Today", () => import("./views/today/today.js")),
  place("/welcome", "today", "Welcome", () => import("./views/first-steps/first-steps.js")),
  place("/listening", "listening", "Listening", () => import("./views/listening/listening.js")),
  place("/listening/sessions", "listening", "Listening sessions",
    () => import("./views/listening/listening-sessions.js")),
  place("/listening/heroes", "listening", "Heroes", () => import("./views/listening/heroes.js")),
  place("/listening/stories", "listening", "Stories", () => import("./views/listening/stories.js")),
  place("/reading", "reading", "Reading", () => import("./views/reading/reading.js")),
  place("/reading/books/:id", "reading", "Book", () => import("./views/reading/book.js")),
  place("/reading/sessions", "reading", "Reading sessions", () => import("./views/reading/reading-sessions.js")),
  place("/diversity", "diversity", "Diversity", () => import("./views/diversity/diversity.js")),
  place("/diversity/fill", "diversity", "Fill missing data", () => import("./views/diversity/fill.js")),
  place("/rucks", "rucks", "Rucks", () => import("./views/rucks/rucks.js")),
  place("/rucks/all", "rucks", "All rucks", () => import("./views/rucks/all-rucks.js")),
  place("/rucks/walk/:id", "rucks", "Ruck", () => import("./views/rucks/ruck.js")),
  place("/insights", "insights", "Insights", () => import("./views/insights/insights.js")),
  place("/insights/achievements", "insights", "Achievements", () => import("./views/insights/achievements.js")),
  place("/insights/review/:period", "insights", "Year in review", () => import("./views/insights/review.js")),
  place("/waiting", "today", "Waiting entries", () => import("./views/waiting/waiting-place.js")),
  place("/day/:day", "today", "Day", () => import("./views/today/day.js")),
  place("/settings", "settings", "Settings", () => import("./views/settings/settings.js")),
  place("/settings/security", "settings", "Security", () => import("./views/settings/security.js")),
  place("/settings/people", "settings", "People", () => import("./views/people/people.js")),
  place("/settings/import", "settings", "Import", () => import("./views/settings/import.js")),
  place("/sources", "settings", "Sources", () => import("./views/sources/sources.js")),
  place("/sources/:client", "settings", "Set up", () => import("./views/sources/setup.js")),
  place("/settings/connect", "settings", "Connect a device", () => import("./views/settings/connect.js")),
];

/** The items of the navigation. Five fit the bar of a phone; the others are icons in its header. */
export const places = [
  { name: "today", text: "Today", href: "#/today", icon: "sun", kind: "listening", onPhone: true },
  { name: "listening", text: "Listening", href: "#/listening", icon: "ear", kind: "listening", onPhone: true },
  { name: "reading", text: "Reading", href: "#/reading", icon: "book", kind: "reading", onPhone: true },
  { name: "rucks", text: "Rucks", href: "#/rucks", icon: "hill", kind: "rucks", onPhone: true },
  { name: "insights", text: "Insights", href: "#/insights", icon: "spark", kind: "reading", onPhone: true },
  { name: "diversity", text: "Diversity", href: "#/diversity", icon: "globe", kind: "reading", onPhone: false },
  { name: "settings", text: "Settings", href: "#/settings", icon: "dial", kind: "listening", onPhone: false },
];
