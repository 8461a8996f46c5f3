import API
import Chronology
import Domain
import Proto
import Service

/// One method a call: what is asked becomes a query of the view, its answer the reply.
struct DiversityHandlers: Sendable {
  let host: ViewHost<DiversityView>

  func statistics(_ call: DiversityAPI.FetchStatistics, _ context: CallContext) async throws -> DiversityStatistics {
    try await host.read(context) { view, now in view.statistics(call.period ?? .allTime, now: now) }
  }

  func completion(_ call: DiversityAPI.FetchCompletion, _ context: CallContext) async throws -> DiversityCompletion {
    try await host.read(context) { view, _ in view.completion() }
  }

  func radar(_ call: DiversityAPI.FetchRadar, _ context: CallContext) async throws -> DiversityRadar {
    var axes = DiversityDimension.radar
    if let text = call.axes {
      guard let named = DiversityRadar.axes(named: text) else {
        throw Fault(Rejection("axes", "must be five to seven different dimensions with commas between them"))
      }
      axes = named
    }
    return try await host.read(context) { [axes] view, now in
      view.radar(call.period ?? .allTime, axes: axes, now: now)
    }
  }

  func points(_ call: DiversityAPI.FetchPoints, _ context: CallContext) async throws -> DiversityPoints {
    let limit = try ListLimit.checked(call.limit)
    let points = try await host.read(context) { view, _ in view.points(after: call.cursor, limit: limit) }
    guard let points else { throw ListLimit.badCursor }
    return points
  }

  func work(_ call: DiversityAPI.FetchWork, _ context: CallContext) async throws -> WorkDiversity {
    guard let work = try await host.read(context, { view, _ in view.work(call.workId) }) else { throw Fault.noWork }
    return work
  }

  func prompts(_ call: DiversityAPI.ListPrompts, _ context: CallContext) async throws -> Page<DiversityPrompt> {
    let limit = try ListLimit.checked(call.limit)
    let place = try call.cursor.map { cursor throws(Fault) in
      guard let id = SessionIdentifier(cursor, .reading) else { throw ListLimit.badCursor }
      return id
    }
    let (items, hasMore) = try await host.read(context) { view, _ in view.prompts(after: place, limit: limit) }
    return Page(items: items, nextCursor: hasMore ? items.last?.id : nil)
  }
}

/// How much of a list is told at once.
enum ListLimit {
  static func checked(_ limit: Int?) throws(Fault) -> Int {
    guard let limit else { return DiversityLimits.pageSize }
    guard DiversityLimits.pageSizes.contains(limit) else { throw Fault(Rejection("limit", "must be from 1 to 200")) }
    return limit
  }

  static let badCursor = Fault(Rejection("cursor", "is not a cursor of this list"))
}

extension Fault {
  static let noWork = Fault(.notFound, "there is no such work")
  static let noPrompt = Fault(.notFound, "there is no such prompt")
}

extension DiversityHandlers {
  func register(on router: Router) {
    router.serve(statistics)
    router.serve(completion)
    router.serve(radar)
    router.serve(points)
    router.serve(work)
    router.serve(prompts)
    router.serve(setValue)
    router.serve(clearValue)
    router.serve(answerPrompt)
    router.serve(skipPrompt)
  }
}
