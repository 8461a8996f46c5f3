import API
import Chronology
import Domain
import Proto
import Service

/// One method a call: what is asked becomes a query of the view, its answer a reply.
struct StatsHandlers: Sendable {
  let host: ViewHost<StatsView>

  func summary(_ call: StatsAPI.FetchSummary, _ context: CallContext) async throws -> StatsAPI.FetchSummary.Reply {
    try await host.read(context) { view, now in
      StatsAPI.FetchSummary.Reply(view.summary(now: now))
    }
  }

  func activity(_ call: StatsAPI.FetchActivity, _ context: CallContext) async throws -> StatsAPI.FetchActivity.Reply {
    let (range, days) = try ActivityQuery.read(call)
    return try await host.read(context) { view, now in
      let points = view.activity(days, of: ActivityKind(call.kind ?? .listening), now: now)
      return StatsAPI.FetchActivity.Reply(
        range: range, timezone: view.profile.timezone,
        dataPoints: points.map { .init(date: $0.date, minutes: $0.minutes) })
    }
  }

  func heroes(_ call: StatsAPI.FetchHeroes, _ context: CallContext) async throws -> StatsAPI.FetchHeroes.Reply {
    try await host.read(context) { view, _ in
      StatsAPI.FetchHeroes.Reply(heroes: view.heroes().map { StatsAPI.FetchHeroes.Standing($0) })
    }
  }

  func insights(_ call: StatsAPI.FetchInsights, _ context: CallContext) async throws -> StatsAPI.FetchInsights.Reply {
    try await host.read(context) { view, _ in
      StatsAPI.FetchInsights.Reply(view.insights())
    }
  }
}
