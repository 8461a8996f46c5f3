public import Foundation

/// The state of one part of a screen that loads independently.
public enum LoadingSection<Value: Sendable, Failure: Error>: Sendable {
  /// Nothing was requested yet.
  case idle
  /// The first value is being loaded.
  case loading
  /// The value is loaded.
  case loaded(Answer<Value>)
  /// A newer value is being loaded. The previous one is still shown.
  case refreshing(Answer<Value>)
  /// Loading failed. The previous value, if any, is still shown.
  case failed(Failure, previous: Answer<Value>?)

  /// The value to show with its origin, in any state, or nil if there is none.
  public var answer: Answer<Value>? {
    switch self {
    case .idle, .loading: nil
    case .loaded(let answer), .refreshing(let answer): answer
    case .failed(_, let previous): previous
    }
  }

  /// The value to show, or nil if there is none.
  public var value: Value? { answer?.value }

  /// The error, or nil if the last request did not fail.
  public var error: Failure? {
    if case .failed(let error, _) = self { error } else { nil }
  }

  /// Whether a value is being loaded.
  public var isBusy: Bool {
    switch self {
    case .loading, .refreshing: true
    default: false
    }
  }

  /// The time of the value if it is shown because the server cannot be reached; otherwise nil.
  public var offlineSince: Date? {
    answer.flatMap { $0.isOffline ? $0.asOf : nil }
  }

  /// The state after a cancelled request, as if nothing had been requested.
  var atRest: LoadingSection {
    isBusy ? answer.map(LoadingSection.loaded) ?? .idle : self
  }

  /// The state after the error was dismissed.
  var withoutError: LoadingSection {
    error == nil ? self : answer.map(LoadingSection.loaded) ?? .idle
  }

  /// Changes the value that is shown, in any state.
  mutating func revise(_ change: (inout Value) -> Void) {
    guard var shown = answer else { return }
    change(&shown.value)
    switch self {
    case .idle, .loading: break
    case .loaded: self = .loaded(shown)
    case .refreshing: self = .refreshing(shown)
    case .failed(let error, _): self = .failed(error, previous: shown)
    }
  }

  /// The state while a value is being loaded.
  var asking: LoadingSection {
    answer.map(LoadingSection.refreshing) ?? .loading
  }
}

extension LoadingSection: Equatable where Value: Equatable, Failure: Equatable {}

/// A section of a screen whose calls throw ``APIError``.
public typealias JourneySection<Value: Sendable> = LoadingSection<Value, APIError>
/// A section of a screen whose calls throw ``AnalyticsError``.
public typealias AnalyticsSection<Value: Sendable> = LoadingSection<Value, AnalyticsError>
