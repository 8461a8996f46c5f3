public import Foundation

/// One part of a screen that loads by itself.
public enum LoadingSection<Value: Sendable, Failure: Error>: Sendable {
  /// Nothing was asked for yet.
  case idle
  /// The first values are on their way.
  case loading
  case loaded(Answer<Value>)
  /// Newer values are on their way; these are shown until then.
  case refreshing(Answer<Value>)
  /// The values known before, if any, go on being shown beside the error.
  case failed(Failure, previous: Answer<Value>?)

  /// What there is to show, in any state.
  public var answer: Answer<Value>? {
    switch self {
    case .idle, .loading: nil
    case .loaded(let answer), .refreshing(let answer): answer
    case .failed(_, let previous): previous
    }
  }

  public var value: Value? { answer?.value }

  public var error: Failure? {
    if case .failed(let error, _) = self { error } else { nil }
  }

  public var isBusy: Bool {
    switch self {
    case .loading, .refreshing: true
    default: false
    }
  }

  /// The time of the values shown if they are from before the network went; else nil.
  public var offlineSince: Date? {
    answer.flatMap { $0.isOffline ? $0.asOf : nil }
  }

  /// The state that a request which was given up leaves behind: as if nothing had been asked.
  var atRest: LoadingSection {
    isBusy ? answer.map(LoadingSection.loaded) ?? .idle : self
  }

  /// The state once the error, if any, was seen: what was known before it, or nothing.
  var withoutError: LoadingSection {
    error == nil ? self : answer.map(LoadingSection.loaded) ?? .idle
  }

  /// The state in which the values are asked for.
  var asking: LoadingSection {
    answer.map(LoadingSection.refreshing) ?? .loading
  }
}

extension LoadingSection: Equatable where Value: Equatable, Failure: Equatable {}

/// A section of a reading journey.
public typealias JourneySection<Value: Sendable> = LoadingSection<Value, APIError>
/// A section of the analytics of rucks, or of the insights into reading.
public typealias AnalyticsSection<Value: Sendable> = LoadingSection<Value, AnalyticsError>
