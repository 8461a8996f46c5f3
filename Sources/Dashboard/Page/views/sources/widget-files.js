// Configurations of dashboards that show the figures of `GET /widget`.

const figures = [
  ["minutesToday", "Minutes today", "min"], ["readingStreak", "Reading streak", "days"],
  ["booksThisYear", "Books this year", "books"], ["ruckStreak", "Ruck streak", "weeks"],
  ["currentBook", "Current book", null],
];

/** Sensors of Home Assistant's integration `rest`. */
export const homeAssistant = (resource, token) => [
  "rest:",
  `  - resource: ${resource}`,
  "    headers:",
  `      Authorization: Bearer ${token}`,
  "    scan_interval: 300",
  "    sensor:",
  ...figures.flatMap(([name, title, unit]) => [
    `      - name: ${title}`,
    `        value_template: "{{ value_json.${name} }}"`,
    ...(unit ? [`        unit_of_measurement: ${unit}`] : []),
  ]),
].join("\n");

/** A service of Homepage with the widget `customapi`. */
export const homepage = (resource, token) => [
  "- Waymark:",
  "    widget:",
  "      type: customapi",
  `      url: ${resource}`,
  "      headers:",
  `        Authorization: Bearer ${token}`,
  "      mappings:",
  ...figures.slice(0, 4).flatMap(([name, title]) => [`        - field: ${name}`, `          label: ${title}`]),
].join("\n");
