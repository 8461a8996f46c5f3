/// One part of a screen that loads by itself.
public enum JourneySection<Value: Sendable>: Sendable {
  /// Nothing was asked for yet.
  case idle
  /// The first values are on their way.
  case loading
  case loaded(Answer<Value>)
  /// Newer values are on their way; these are shown until then.
  case refreshing(Answer<Value>)
  /// The values known before, if any, go on being shown beside the error.
  case failed(APIError, previous: Answer<Value>?)

  /// What there is to show, in any state.
  public var answer: Answer<Value>? {
    switch self {
    case .idle, .loading: nil
    case .loaded(let answer), .refreshing(let answer): answer
    case .failed(_, let previous): previous
    }
  }

  public var value: Value? { answer?.value }

  public var error: APIError? {
    if case .failed(let error, _) = self { error } else { nil }
  }

  public var isBusy: Bool {
    switch self {
    case .loading, .refreshing: true
    default: false
    }
  }

  /// The state that a request which was given up leaves behind: as if nothing had been asked.
  var atRest: JourneySection {
    isBusy ? answer.map(JourneySection.loaded) ?? .idle : self
  }

  /// The state in which the values are asked for.
  var asking: JourneySection {
    answer.map(JourneySection.refreshing) ?? .loading
  }
}

extension JourneySection: Equatable where Value: Equatable {}
