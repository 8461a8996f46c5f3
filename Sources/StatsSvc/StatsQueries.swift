import API
import Chronology
import Domain
import Proto
import Views

/// One function per call: it queries the view and returns the reply.
enum StatsQueries {
  static func summary(
    _ call: StatsAPI.FetchSummary, _ view: inout StatsView, _ now: Instant
  ) -> ListeningSummary {
    view.summary(now: now)
  }

  static func activity(_ call: StatsAPI.FetchActivity) throws -> ViewQuery<StatsView, StatsAPI.FetchActivity.Reply> {
    let (range, days) = try ActivityQuery.read(call)
    return { view, now in
      StatsAPI.FetchActivity.Reply(
        range: range, timezone: view.profile.timezone,
        dataPoints: view.activity(days, of: call.kind ?? .listening, now: now))
    }
  }

  static func heroes(_ call: StatsAPI.FetchHeroes, _ view: inout StatsView, _ position: SessionAPI.Head) throws
    -> StatsAPI.FetchHeroes.Reply
  {
    let start = try HeroPage.start(call.after, position)
    let standings = view.heroes()
    let end = HeroPage.end(from: start, in: standings)
    return StatsAPI.FetchHeroes.Reply(
      heroes: Array(standings[start..<end]),
      next: end < standings.count ? HeroPage.token(end, position) : nil)
  }

  static func insights(
    _ call: StatsAPI.FetchListeningInsights, _ view: inout StatsView, _ now: Instant
  ) -> ListeningInsights {
    view.insights()
  }
}
