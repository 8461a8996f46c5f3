#include "files.h"

// The language is C17, to which clang adds `#embed`.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Every file of the page by path, in the order of `LC_ALL=C sort`. The compiler reads the files, and the build detects
// changes.
static const struct page_file list[] = {
  {"app.webmanifest", (const unsigned char[]) {
#embed "../Dashboard/Page/app.webmanifest" suffix(, 0)
  }},
  {"base.css", (const unsigned char[]) {
#embed "../Dashboard/Page/base.css" suffix(, 0)
  }},
  {"controls.css", (const unsigned char[]) {
#embed "../Dashboard/Page/controls.css" suffix(, 0)
  }},
  {"diversity.css", (const unsigned char[]) {
#embed "../Dashboard/Page/diversity.css" suffix(, 0)
  }},
  {"icon.svg", (const unsigned char[]) {
#embed "../Dashboard/Page/icon.svg" suffix(, 0)
  }},
  {"index.html", (const unsigned char[]) {
#embed "../Dashboard/Page/index.html" suffix(, 0)
  }},
  {"insights.css", (const unsigned char[]) {
#embed "../Dashboard/Page/insights.css" suffix(, 0)
  }},
  {"kit/card.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/card.js" suffix(, 0)
  }},
  {"kit/celebrated.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/celebrated.js" suffix(, 0)
  }},
  {"kit/celebration.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/celebration.js" suffix(, 0)
  }},
  {"kit/changes.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/changes.js" suffix(, 0)
  }},
  {"kit/compare.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/compare.js" suffix(, 0)
  }},
  {"kit/confetti.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/confetti.js" suffix(, 0)
  }},
  {"kit/counts.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/counts.js" suffix(, 0)
  }},
  {"kit/deletion.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/deletion.js" suffix(, 0)
  }},
  {"kit/device-name.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/device-name.js" suffix(, 0)
  }},
  {"kit/dialog.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/dialog.js" suffix(, 0)
  }},
  {"kit/dom.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/dom.js" suffix(, 0)
  }},
  {"kit/duration.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/duration.js" suffix(, 0)
  }},
  {"kit/first-zone.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/first-zone.js" suffix(, 0)
  }},
  {"kit/form.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/form.js" suffix(, 0)
  }},
  {"kit/format.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/format.js" suffix(, 0)
  }},
  {"kit/formatter.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/formatter.js" suffix(, 0)
  }},
  {"kit/full-names.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/full-names.js" suffix(, 0)
  }},
  {"kit/heights.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/heights.js" suffix(, 0)
  }},
  {"kit/icons.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/icons.js" suffix(, 0)
  }},
  {"kit/install.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/install.js" suffix(, 0)
  }},
  {"kit/kept.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/kept.js" suffix(, 0)
  }},
  {"kit/language.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/language.js" suffix(, 0)
  }},
  {"kit/link-field.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/link-field.js" suffix(, 0)
  }},
  {"kit/list.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/list.js" suffix(, 0)
  }},
  {"kit/live.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/live.js" suffix(, 0)
  }},
  {"kit/news.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/news.js" suffix(, 0)
  }},
  {"kit/notice.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/notice.js" suffix(, 0)
  }},
  {"kit/now.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/now.js" suffix(, 0)
  }},
  {"kit/partial-date.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/partial-date.js" suffix(, 0)
  }},
  {"kit/passkey.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/passkey.js" suffix(, 0)
  }},
  {"kit/period.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/period.js" suffix(, 0)
  }},
  {"kit/person.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/person.js" suffix(, 0)
  }},
  {"kit/picker.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/picker.js" suffix(, 0)
  }},
  {"kit/picture.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/picture.js" suffix(, 0)
  }},
  {"kit/progress.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/progress.js" suffix(, 0)
  }},
  {"kit/pseudo-language.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/pseudo-language.js" suffix(, 0)
  }},
  {"kit/qr.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/qr.js" suffix(, 0)
  }},
  {"kit/queue-rules.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/queue-rules.js" suffix(, 0)
  }},
  {"kit/queue-sending.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/queue-sending.js" suffix(, 0)
  }},
  {"kit/queue-store.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/queue-store.js" suffix(, 0)
  }},
  {"kit/queue.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/queue.js" suffix(, 0)
  }},
  {"kit/route.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/route.js" suffix(, 0)
  }},
  {"kit/row-actions.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/row-actions.js" suffix(, 0)
  }},
  {"kit/running-clock.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/running-clock.js" suffix(, 0)
  }},
  {"kit/search-field.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/search-field.js" suffix(, 0)
  }},
  {"kit/server.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/server.js" suffix(, 0)
  }},
  {"kit/session.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/session.js" suffix(, 0)
  }},
  {"kit/share.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/share.js" suffix(, 0)
  }},
  {"kit/sign-in-method.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/sign-in-method.js" suffix(, 0)
  }},
  {"kit/stale.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/stale.js" suffix(, 0)
  }},
  {"kit/storage.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/storage.js" suffix(, 0)
  }},
  {"kit/styles.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/styles.js" suffix(, 0)
  }},
  {"kit/subnav.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/subnav.js" suffix(, 0)
  }},
  {"kit/theme.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/theme.js" suffix(, 0)
  }},
  {"kit/translation.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/translation.js" suffix(, 0)
  }},
  {"kit/trend.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/trend.js" suffix(, 0)
  }},
  {"kit/typed-confirmation.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/typed-confirmation.js" suffix(, 0)
  }},
  {"kit/upload.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/upload.js" suffix(, 0)
  }},
  {"kit/waiting.js", (const unsigned char[]) {
#embed "../Dashboard/Page/kit/waiting.js" suffix(, 0)
  }},
  {"languages/de/diversity.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/de/diversity.json" suffix(, 0)
  }},
  {"languages/de/first-steps.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/de/first-steps.json" suffix(, 0)
  }},
  {"languages/de/insights.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/de/insights.json" suffix(, 0)
  }},
  {"languages/de/kit.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/de/kit.json" suffix(, 0)
  }},
  {"languages/de/listening.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/de/listening.json" suffix(, 0)
  }},
  {"languages/de/palette.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/de/palette.json" suffix(, 0)
  }},
  {"languages/de/people.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/de/people.json" suffix(, 0)
  }},
  {"languages/de/reading.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/de/reading.json" suffix(, 0)
  }},
  {"languages/de/rucks.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/de/rucks.json" suffix(, 0)
  }},
  {"languages/de/settings.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/de/settings.json" suffix(, 0)
  }},
  {"languages/de/sign-in.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/de/sign-in.json" suffix(, 0)
  }},
  {"languages/de/sources.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/de/sources.json" suffix(, 0)
  }},
  {"languages/de/today.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/de/today.json" suffix(, 0)
  }},
  {"languages/de/waiting.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/de/waiting.json" suffix(, 0)
  }},
  {"languages/es/diversity.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/es/diversity.json" suffix(, 0)
  }},
  {"languages/es/first-steps.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/es/first-steps.json" suffix(, 0)
  }},
  {"languages/es/insights.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/es/insights.json" suffix(, 0)
  }},
  {"languages/es/kit.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/es/kit.json" suffix(, 0)
  }},
  {"languages/es/listening.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/es/listening.json" suffix(, 0)
  }},
  {"languages/es/palette.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/es/palette.json" suffix(, 0)
  }},
  {"languages/es/people.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/es/people.json" suffix(, 0)
  }},
  {"languages/es/reading.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/es/reading.json" suffix(, 0)
  }},
  {"languages/es/rucks.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/es/rucks.json" suffix(, 0)
  }},
  {"languages/es/settings.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/es/settings.json" suffix(, 0)
  }},
  {"languages/es/sign-in.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/es/sign-in.json" suffix(, 0)
  }},
  {"languages/es/sources.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/es/sources.json" suffix(, 0)
  }},
  {"languages/es/today.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/es/today.json" suffix(, 0)
  }},
  {"languages/es/waiting.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/es/waiting.json" suffix(, 0)
  }},
  {"languages/fr/diversity.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/fr/diversity.json" suffix(, 0)
  }},
  {"languages/fr/first-steps.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/fr/first-steps.json" suffix(, 0)
  }},
  {"languages/fr/insights.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/fr/insights.json" suffix(, 0)
  }},
  {"languages/fr/kit.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/fr/kit.json" suffix(, 0)
  }},
  {"languages/fr/listening.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/fr/listening.json" suffix(, 0)
  }},
  {"languages/fr/palette.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/fr/palette.json" suffix(, 0)
  }},
  {"languages/fr/people.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/fr/people.json" suffix(, 0)
  }},
  {"languages/fr/reading.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/fr/reading.json" suffix(, 0)
  }},
  {"languages/fr/rucks.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/fr/rucks.json" suffix(, 0)
  }},
  {"languages/fr/settings.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/fr/settings.json" suffix(, 0)
  }},
  {"languages/fr/sign-in.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/fr/sign-in.json" suffix(, 0)
  }},
  {"languages/fr/sources.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/fr/sources.json" suffix(, 0)
  }},
  {"languages/fr/today.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/fr/today.json" suffix(, 0)
  }},
  {"languages/fr/waiting.json", (const unsigned char[]) {
#embed "../Dashboard/Page/languages/fr/waiting.json" suffix(, 0)
  }},
  {"listening.css", (const unsigned char[]) {
#embed "../Dashboard/Page/listening.css" suffix(, 0)
  }},
  {"main.js", (const unsigned char[]) {
#embed "../Dashboard/Page/main.js" suffix(, 0)
  }},
  {"palette.css", (const unsigned char[]) {
#embed "../Dashboard/Page/palette.css" suffix(, 0)
  }},
  {"parts.css", (const unsigned char[]) {
#embed "../Dashboard/Page/parts.css" suffix(, 0)
  }},
  {"places.css", (const unsigned char[]) {
#embed "../Dashboard/Page/places.css" suffix(, 0)
  }},
  {"places.js", (const unsigned char[]) {
#embed "../Dashboard/Page/places.js" suffix(, 0)
  }},
  {"reading.css", (const unsigned char[]) {
#embed "../Dashboard/Page/reading.css" suffix(, 0)
  }},
  {"rucks.css", (const unsigned char[]) {
#embed "../Dashboard/Page/rucks.css" suffix(, 0)
  }},
  {"service-worker.js", (const unsigned char[]) {
#embed "../Dashboard/Page/service-worker.js" suffix(, 0)
  }},
  {"settings.css", (const unsigned char[]) {
#embed "../Dashboard/Page/settings.css" suffix(, 0)
  }},
  {"shell.js", (const unsigned char[]) {
#embed "../Dashboard/Page/shell.js" suffix(, 0)
  }},
  {"sources.css", (const unsigned char[]) {
#embed "../Dashboard/Page/sources.css" suffix(, 0)
  }},
  {"views/diversity/ask.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/diversity/ask.js" suffix(, 0)
  }},
  {"views/diversity/axes.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/diversity/axes.js" suffix(, 0)
  }},
  {"views/diversity/axis-row.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/diversity/axis-row.js" suffix(, 0)
  }},
  {"views/diversity/diversity.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/diversity/diversity.js" suffix(, 0)
  }},
  {"views/diversity/fill.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/diversity/fill.js" suffix(, 0)
  }},
  {"views/diversity/missing.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/diversity/missing.js" suffix(, 0)
  }},
  {"views/diversity/question.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/diversity/question.js" suffix(, 0)
  }},
  {"views/diversity/saved.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/diversity/saved.js" suffix(, 0)
  }},
  {"views/diversity/small-radar.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/diversity/small-radar.js" suffix(, 0)
  }},
  {"views/diversity/value-names.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/diversity/value-names.js" suffix(, 0)
  }},
  {"views/first-steps/first-steps.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/first-steps/first-steps.js" suffix(, 0)
  }},
  {"views/first-steps/steps.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/first-steps/steps.js" suffix(, 0)
  }},
  {"views/insights/achievement-tile.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/insights/achievement-tile.js" suffix(, 0)
  }},
  {"views/insights/achievements.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/insights/achievements.js" suffix(, 0)
  }},
  {"views/insights/counting.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/insights/counting.js" suffix(, 0)
  }},
  {"views/insights/figures-card.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/insights/figures-card.js" suffix(, 0)
  }},
  {"views/insights/goals-card.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/insights/goals-card.js" suffix(, 0)
  }},
  {"views/insights/insight-filters.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/insights/insight-filters.js" suffix(, 0)
  }},
  {"views/insights/insights-parts.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/insights/insights-parts.js" suffix(, 0)
  }},
  {"views/insights/insights.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/insights/insights.js" suffix(, 0)
  }},
  {"views/insights/medals.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/insights/medals.js" suffix(, 0)
  }},
  {"views/insights/report-link.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/insights/report-link.js" suffix(, 0)
  }},
  {"views/insights/review-cards.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/insights/review-cards.js" suffix(, 0)
  }},
  {"views/insights/review-parts.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/insights/review-parts.js" suffix(, 0)
  }},
  {"views/insights/review-period.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/insights/review-period.js" suffix(, 0)
  }},
  {"views/insights/review.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/insights/review.js" suffix(, 0)
  }},
  {"views/insights/timeline-card.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/insights/timeline-card.js" suffix(, 0)
  }},
  {"views/listening/activity-card.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/listening/activity-card.js" suffix(, 0)
  }},
  {"views/listening/anomalies.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/listening/anomalies.js" suffix(, 0)
  }},
  {"views/listening/hero-row.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/listening/hero-row.js" suffix(, 0)
  }},
  {"views/listening/heroes.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/listening/heroes.js" suffix(, 0)
  }},
  {"views/listening/listening-parts.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/listening/listening-parts.js" suffix(, 0)
  }},
  {"views/listening/listening-sessions.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/listening/listening-sessions.js" suffix(, 0)
  }},
  {"views/listening/listening.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/listening/listening.js" suffix(, 0)
  }},
  {"views/listening/milestones-card.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/listening/milestones-card.js" suffix(, 0)
  }},
  {"views/listening/session-dialogs.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/listening/session-dialogs.js" suffix(, 0)
  }},
  {"views/listening/session-rows.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/listening/session-rows.js" suffix(, 0)
  }},
  {"views/listening/stories.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/listening/stories.js" suffix(, 0)
  }},
  {"views/listening/story-dialogs.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/listening/story-dialogs.js" suffix(, 0)
  }},
  {"views/listening/story-names.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/listening/story-names.js" suffix(, 0)
  }},
  {"views/palette/commands.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/palette/commands.js" suffix(, 0)
  }},
  {"views/palette/palette.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/palette/palette.js" suffix(, 0)
  }},
  {"views/palette/search.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/palette/search.js" suffix(, 0)
  }},
  {"views/people/invite.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/people/invite.js" suffix(, 0)
  }},
  {"views/people/manage.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/people/manage.js" suffix(, 0)
  }},
  {"views/people/open-invitations.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/people/open-invitations.js" suffix(, 0)
  }},
  {"views/people/people.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/people/people.js" suffix(, 0)
  }},
  {"views/people/person-row.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/people/person-row.js" suffix(, 0)
  }},
  {"views/reading/book-diversity.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/reading/book-diversity.js" suffix(, 0)
  }},
  {"views/reading/book-form.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/reading/book-form.js" suffix(, 0)
  }},
  {"views/reading/book.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/reading/book.js" suffix(, 0)
  }},
  {"views/reading/cover-form.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/reading/cover-form.js" suffix(, 0)
  }},
  {"views/reading/cover.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/reading/cover.js" suffix(, 0)
  }},
  {"views/reading/finish.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/reading/finish.js" suffix(, 0)
  }},
  {"views/reading/library-filters.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/reading/library-filters.js" suffix(, 0)
  }},
  {"views/reading/library.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/reading/library.js" suffix(, 0)
  }},
  {"views/reading/log-reading.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/reading/log-reading.js" suffix(, 0)
  }},
  {"views/reading/look-up.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/reading/look-up.js" suffix(, 0)
  }},
  {"views/reading/matches.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/reading/matches.js" suffix(, 0)
  }},
  {"views/reading/pace-card.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/reading/pace-card.js" suffix(, 0)
  }},
  {"views/reading/rating.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/reading/rating.js" suffix(, 0)
  }},
  {"views/reading/reading-sessions.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/reading/reading-sessions.js" suffix(, 0)
  }},
  {"views/reading/reading.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/reading/reading.js" suffix(, 0)
  }},
  {"views/reading/reads.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/reading/reads.js" suffix(, 0)
  }},
  {"views/reading/session-form.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/reading/session-form.js" suffix(, 0)
  }},
  {"views/reading/stop-form.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/reading/stop-form.js" suffix(, 0)
  }},
  {"views/reading/timer.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/reading/timer.js" suffix(, 0)
  }},
  {"views/reading/works.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/reading/works.js" suffix(, 0)
  }},
  {"views/rucks/all-rucks.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/rucks/all-rucks.js" suffix(, 0)
  }},
  {"views/rucks/breakdown-card.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/rucks/breakdown-card.js" suffix(, 0)
  }},
  {"views/rucks/elevation.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/rucks/elevation.js" suffix(, 0)
  }},
  {"views/rucks/records-card.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/rucks/records-card.js" suffix(, 0)
  }},
  {"views/rucks/route-map.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/rucks/route-map.js" suffix(, 0)
  }},
  {"views/rucks/ruck-dialogs.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/rucks/ruck-dialogs.js" suffix(, 0)
  }},
  {"views/rucks/ruck-row.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/rucks/ruck-row.js" suffix(, 0)
  }},
  {"views/rucks/ruck.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/rucks/ruck.js" suffix(, 0)
  }},
  {"views/rucks/rucks-parts.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/rucks/rucks-parts.js" suffix(, 0)
  }},
  {"views/rucks/rucks.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/rucks/rucks.js" suffix(, 0)
  }},
  {"views/rucks/streak-card.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/rucks/streak-card.js" suffix(, 0)
  }},
  {"views/rucks/terrain-fields.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/rucks/terrain-fields.js" suffix(, 0)
  }},
  {"views/rucks/totals-card.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/rucks/totals-card.js" suffix(, 0)
  }},
  {"views/rucks/track.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/rucks/track.js" suffix(, 0)
  }},
  {"views/rucks/walk-figures.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/rucks/walk-figures.js" suffix(, 0)
  }},
  {"views/rucks/weekly-card.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/rucks/weekly-card.js" suffix(, 0)
  }},
  {"views/settings/account.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/settings/account.js" suffix(, 0)
  }},
  {"views/settings/browser.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/settings/browser.js" suffix(, 0)
  }},
  {"views/settings/connect.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/settings/connect.js" suffix(, 0)
  }},
  {"views/settings/data.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/settings/data.js" suffix(, 0)
  }},
  {"views/settings/devices.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/settings/devices.js" suffix(, 0)
  }},
  {"views/settings/import-files.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/settings/import-files.js" suffix(, 0)
  }},
  {"views/settings/import-guess.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/settings/import-guess.js" suffix(, 0)
  }},
  {"views/settings/import-losses.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/settings/import-losses.js" suffix(, 0)
  }},
  {"views/settings/import-report.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/settings/import-report.js" suffix(, 0)
  }},
  {"views/settings/import.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/settings/import.js" suffix(, 0)
  }},
  {"views/settings/passkeys.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/settings/passkeys.js" suffix(, 0)
  }},
  {"views/settings/password.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/settings/password.js" suffix(, 0)
  }},
  {"views/settings/profile.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/settings/profile.js" suffix(, 0)
  }},
  {"views/settings/provider-links.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/settings/provider-links.js" suffix(, 0)
  }},
  {"views/settings/security.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/settings/security.js" suffix(, 0)
  }},
  {"views/settings/settings-parts.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/settings/settings-parts.js" suffix(, 0)
  }},
  {"views/settings/settings.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/settings/settings.js" suffix(, 0)
  }},
  {"views/settings/shared-files.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/settings/shared-files.js" suffix(, 0)
  }},
  {"views/settings/shares.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/settings/shares.js" suffix(, 0)
  }},
  {"views/settings/sign-ins.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/settings/sign-ins.js" suffix(, 0)
  }},
  {"views/sign-in/app.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sign-in/app.js" suffix(, 0)
  }},
  {"views/sign-in/arrival.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sign-in/arrival.js" suffix(, 0)
  }},
  {"views/sign-in/confirm.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sign-in/confirm.js" suffix(, 0)
  }},
  {"views/sign-in/passkey-door.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sign-in/passkey-door.js" suffix(, 0)
  }},
  {"views/sign-in/reasons.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sign-in/reasons.js" suffix(, 0)
  }},
  {"views/sign-in/sign-in.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sign-in/sign-in.js" suffix(, 0)
  }},
  {"views/sign-in/welcome.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sign-in/welcome.js" suffix(, 0)
  }},
  {"views/sources/clients.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sources/clients.js" suffix(, 0)
  }},
  {"views/sources/connection-dialogs.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sources/connection-dialogs.js" suffix(, 0)
  }},
  {"views/sources/connections-card.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sources/connections-card.js" suffix(, 0)
  }},
  {"views/sources/connectors-card.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sources/connectors-card.js" suffix(, 0)
  }},
  {"views/sources/device-password.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sources/device-password.js" suffix(, 0)
  }},
  {"views/sources/imports-card.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sources/imports-card.js" suffix(, 0)
  }},
  {"views/sources/marks.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sources/marks.js" suffix(, 0)
  }},
  {"views/sources/refreshing.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sources/refreshing.js" suffix(, 0)
  }},
  {"views/sources/row-action.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sources/row-action.js" suffix(, 0)
  }},
  {"views/sources/setup-steps.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sources/setup-steps.js" suffix(, 0)
  }},
  {"views/sources/setup.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sources/setup.js" suffix(, 0)
  }},
  {"views/sources/sources.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sources/sources.js" suffix(, 0)
  }},
  {"views/sources/value-field.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sources/value-field.js" suffix(, 0)
  }},
  {"views/sources/webhook-dialogs.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sources/webhook-dialogs.js" suffix(, 0)
  }},
  {"views/sources/webhooks-card.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sources/webhooks-card.js" suffix(, 0)
  }},
  {"views/sources/widget-files.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/sources/widget-files.js" suffix(, 0)
  }},
  {"views/today/add.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/today/add.js" suffix(, 0)
  }},
  {"views/today/day-card.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/today/day-card.js" suffix(, 0)
  }},
  {"views/today/day.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/today/day.js" suffix(, 0)
  }},
  {"views/today/heat-map.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/today/heat-map.js" suffix(, 0)
  }},
  {"views/today/now-card.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/today/now-card.js" suffix(, 0)
  }},
  {"views/today/ring.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/today/ring.js" suffix(, 0)
  }},
  {"views/today/sentence.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/today/sentence.js" suffix(, 0)
  }},
  {"views/today/today.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/today/today.js" suffix(, 0)
  }},
  {"views/today/tracked.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/today/tracked.js" suffix(, 0)
  }},
  {"views/waiting/waiting-leave.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/waiting/waiting-leave.js" suffix(, 0)
  }},
  {"views/waiting/waiting-place.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/waiting/waiting-place.js" suffix(, 0)
  }},
  {"views/waiting/waiting-rows.js", (const unsigned char[]) {
#embed "../Dashboard/Page/views/waiting/waiting-rows.js" suffix(, 0)
  }},
  {0, 0},
};

const struct page_file *page_files(void) { return list; }
