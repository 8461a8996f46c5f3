// Every place of the page: its address, its title, and the module that shows it when someone goes there.

export const routes = [
  { path: "/today", place: "today", title: "Today", load: () => import("./views/today/today.js") },
  { path: "/listening", place: "listening", title: "Listening", load: () => import("./views/listening/listening.js") },
  { path: "/listening/sessions", place: "listening", title: "Listening sessions", load: () => import("./views/listening/listening-sessions.js") },
  { path: "/listening/heroes", place: "listening", title: "Heroes", load: () => import("./views/listening/heroes.js") },
  { path: "/listening/stories", place: "listening", title: "Stories", load: () => import("./views/listening/stories.js") },
  { path: "/reading", place: "reading", title: "Reading", load: () => import("./views/reading/reading.js") },
  { path: "/reading/books/:id", place: "reading", title: "Book", load: () => import("./views/reading/book.js") },
  { path: "/reading/sessions", place: "reading", title: "Reading sessions", load: () => import("./views/reading/reading-sessions.js") },
  { path: "/diversity", place: "diversity", title: "Diversity", load: () => import("./views/diversity/diversity.js") },
  { path: "/diversity/fill", place: "diversity", title: "Fill missing data", load: () => import("./views/diversity/fill.js") },
  { path: "/rucks", place: "rucks", title: "Rucks", load: () => import("./views/rucks/rucks.js") },
  { path: "/rucks/all", place: "rucks", title: "All rucks", load: () => import("./views/rucks/all-rucks.js") },
  { path: "/insights", place: "insights", title: "Insights", load: () => import("./views/insights/insights.js") },
  { path: "/insights/achievements", place: "insights", title: "Achievements", load: () => import("./views/insights/achievements.js") },
  { path: "/insights/review/:year", place: "insights", title: "Year in review", load: () => import("./views/insights/review.js") },
  { path: "/day/:day", place: "today", title: "Day", load: () => import("./views/today/day.js") },
  { path: "/settings", place: "settings", title: "Settings", load: () => import("./views/settings/settings.js") },
  { path: "/settings/connect", place: "settings", title: "Connect a device", load: () => import("./views/settings/connect.js") },
];

/** What the navigation shows; five of them fit the bar of a phone, the others are behind "More" there. */
export const places = [
  { name: "today", text: "Today", href: "#/today", icon: "sun", onPhone: true },
  { name: "listening", text: "Listening", href: "#/listening", icon: "ear", onPhone: true },
  { name: "reading", text: "Reading", href: "#/reading", icon: "book", onPhone: true },
  { name: "rucks", text: "Rucks", href: "#/rucks", icon: "hill", onPhone: true },
  { name: "insights", text: "Insights", href: "#/insights", icon: "spark", onPhone: true },
  { name: "diversity", text: "Diversity", href: "#/diversity", icon: "globe", onPhone: false },
  { name: "settings", text: "Settings", href: "#/settings", icon: "dial", onPhone: false },
];
