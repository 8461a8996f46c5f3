public import Chronology

/// An edit of a ruck: members left out stay as they are, and null clears those that a ruck can be without.
public struct RuckEdit: Hashable, Sendable {
  public typealias Member = ListeningEdit.Member

  /// A merge patch reaches into the weather as well.
  public struct Weather: Hashable, Sendable {
    public var temperature: Member<Double>
    public var condition: Member<String>

    public init(temperature: Member<Double> = .unchanged, condition: Member<String> = .unchanged) {
      self.temperature = temperature
      self.condition = condition
    }
  }

  public var endedAt: Member<Instant> = .unchanged
  public var distance: Member<Double> = .unchanged
  public var loadWeight: Member<Double> = .unchanged
  public var calories: Member<Double> = .unchanged
  public var elevationGain: Member<Double> = .unchanged
  public var movingTime: Member<Double> = .unchanged
  public var terrain: Member<[RuckSegment]> = .unchanged
  public var weather: Member<Weather> = .unchanged

  public init() {}

  public func outcome(for ruck: Ruck, now: Instant) throws(Rejection) -> RuckRules.Outcome {
    var changed = ruck
    var violations: [Rejection.Violation] = []
    violations += Self.set(endedAt, "endedAt", of: &changed.endedAt)
    violations += Self.set(distance, "distance", of: &changed.distance)
    violations += Self.set(loadWeight, "loadWeight", of: &changed.loadWeight)
    Self.set(calories, of: &changed.calories)
    Self.set(elevationGain, of: &changed.elevationGain)
    Self.set(movingTime, of: &changed.movingTime)
    Self.set(terrain, of: &changed.terrain)
    switch weather {
    case .unchanged: break
    case .cleared: changed.weather = nil
    case .set(let edit): violations += edit.apply(to: &changed.weather)
    }
    violations += RuckRules.violations(of: changed, now: now)
    try violations.refuse()
    changed = changed.withoutNegativeZeros
    return changed == ruck ? .unchanged(ruck) : .changed(from: ruck, to: changed)
  }

  private static func set<Value>(
    _ member: Member<Value>, _ field: String, of value: inout Value
  ) -> [Rejection.Violation] {
    switch member {
    case .unchanged: return []
    case .cleared: return [.init(field, "must not be null")]
    case .set(let new):
      value = new
      return []
    }
  }

  private static func set<Value>(_ member: Member<Value>, of value: inout Value?) {
    switch member {
    case .unchanged: break
    case .cleared: value = nil
    case .set(let new): value = new
    }
  }
}

extension RuckEdit.Weather {
  /// Weather that was not there before has to come whole.
  fileprivate func apply(to weather: inout RuckWeather?) -> [Rejection.Violation] {
    var violations: [Rejection.Violation] = []
    let newTemperature = Self.value(temperature, "temperature", weather?.temperature, &violations)
    let newCondition = Self.value(condition, "condition", weather?.condition, &violations)
    if let newTemperature, let newCondition {
      weather = RuckWeather(temperature: newTemperature, condition: newCondition)
    }
    return violations
  }

  private static func value<Value>(
    _ member: RuckEdit.Member<Value>, _ field: String, _ old: Value?, _ violations: inout [Rejection.Violation]
  ) -> Value? {
    switch member {
    case .set(let new): return new
    case .cleared: violations.append(.init("weather.\(field)", "must not be null"))
    case .unchanged:
      if let old { return old }
      violations.append(.init("weather.\(field)", "must come along: there is no weather yet"))
    }
    return nil
  }
}
