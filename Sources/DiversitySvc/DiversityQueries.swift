import API
import Chronology
import Crypto
import Domain
import Proto
import Views

/// One function per call: it queries the view and returns the reply.
enum DiversityQueries {
  static func statistics(
    _ call: DiversityAPI.FetchStatistics, _ view: inout DiversityView, _ now: Instant
  ) -> DiversityStatistics {
    view.statistics(call.period ?? .allTime, now: now)
  }

  static func completion(
    _ call: DiversityAPI.FetchCompletion, _ view: inout DiversityView, _ now: Instant
  ) -> DiversityCompletion {
    view.completion().translated(to: call.lang)
  }

  static func radar(_ call: DiversityAPI.FetchRadar) throws -> ViewQuery<DiversityView, DiversityRadar> {
    let axes: [DiversityDimension]
    if let text = call.axes {
      guard let named = DiversityRadar.axes(named: text) else {
        throw Fault.invalid("axes", "must be five to seven different dimensions, separated by commas")
      }
      axes = named
    } else {
      axes = DiversityDimension.radar
    }
    return { view, now in
      view.radar(call.period ?? .allTime, axes: axes, now: now).translated(to: call.lang)
    }
  }

  static func points(_ call: DiversityAPI.FetchPoints) throws -> ViewQuery<DiversityView, DiversityPoints> {
    let limit = try ListLimit.checked(call.limit)
    return { view, _ in
      guard let points = view.points(after: call.cursor, limit: limit) else { throw ListLimit.badCursor }
      return points
    }
  }

  static func work(
    _ call: DiversityAPI.FetchWork, _ view: inout DiversityView, _ now: Instant
  ) throws -> WorkDiversity {
    guard let work = view.work(call.workId) else { throw Fault.noWork }
    return work
  }

  static func prompts(_ call: DiversityAPI.ListPrompts) throws -> ViewQuery<DiversityView, Page<DiversityPrompt>> {
    let limit = try ListLimit.checked(call.limit)
    let place = try call.cursor.map { cursor throws(Fault) in
      guard let id = SessionIdentifier(cursor, .reading) else { throw ListLimit.badCursor }
      return id
    }
    return { view, _ in
      let (items, hasMore) = view.prompts(after: place, limit: limit)
      return Page(
        items: items.map { $0.translated(to: call.lang) }, nextCursor: hasMore ? items.last?.id : nil)
    }
  }

  static func missing(_ call: DiversityAPI.ListMissing) throws -> ViewQuery<DiversityView, Page<IncompleteWork>> {
    let limit = try ListLimit.checked(call.limit)
    if let dimension = call.dimension, !dimension.isCore {
      throw Fault.invalid("dimension", "must be a core dimension")
    }
    let place = try call.cursor.map { cursor throws(Fault) in
      guard let bytes = Base64URL.decode(cursor), let text = String(validating: bytes, as: UTF8.self),
        let place = DiversityView.IncompleteWorkPosition(text)
      else { throw ListLimit.badCursor }
      return place
    }
    return { view, _ in
      let (items, next) = view.missing(call.dimension, after: place, limit: limit)
      return Page(items: items, nextCursor: next.map { Base64URL.encode(Array($0.text.utf8)) })
    }
  }
}

/// The number of items in a page.
enum ListLimit {
  static func checked(_ limit: Int?) throws(Fault) -> Int {
    guard let limit else { return DiversityLimits.pageSize }
    guard DiversityLimits.pageSizes.contains(limit) else { throw Fault.invalid("limit", "must be from 1 to 200") }
    return limit
  }

  static let badCursor = Fault.invalid("cursor", "is not a cursor of this list")
}

extension Fault {
  static let noWork = Fault(.notFound, "no work has this id")
  static let noPrompt = Fault(.notFound, "no prompt has this id")
}
