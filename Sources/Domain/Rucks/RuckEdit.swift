public import Chronology

/// An edit of a ruck. Members that are left out do not change, and null clears optional ones.
public struct RuckEdit: Hashable, Sendable {
  /// The merge patch of the weather, whose members are patched one by one.
  public struct Weather: Codable, Hashable, Sendable {
    public var temperature: Patch<Double>
    public var condition: Patch<String>

    public init(temperature: Patch<Double> = .unchanged, condition: Patch<String> = .unchanged) {
      self.temperature = temperature
      self.condition = condition
    }
  }

  public var endedAt: Patch<Instant> = .unchanged
  public var distance: Patch<Double> = .unchanged
  public var loadWeight: Patch<Double> = .unchanged
  public var calories: Patch<Double> = .unchanged
  public var elevationGain: Patch<Double> = .unchanged
  public var movingTime: Patch<Double> = .unchanged
  public var terrain: Patch<[RuckSegment]> = .unchanged
  public var weather: Patch<Weather> = .unchanged
  public var name: Patch<String> = .unchanged
  public var note: Patch<String> = .unchanged

  public init() {}

  public func outcome(for ruck: Ruck, now: Instant) throws(Rejection) -> RuckRules.Outcome {
    var changed = ruck
    var violations: [Rejection.Violation] = []
    violations += endedAt.apply(to: &changed.endedAt, "endedAt")
    violations += distance.apply(to: &changed.distance, "distance")
    violations += loadWeight.apply(to: &changed.loadWeight, "loadWeight")
    calories.apply(to: &changed.calories)
    elevationGain.apply(to: &changed.elevationGain)
    movingTime.apply(to: &changed.movingTime)
    terrain.apply(to: &changed.terrain)
    name.apply(to: &changed.name)
    note.apply(to: &changed.note)
    switch weather {
    case .unchanged: break
    case .cleared: changed.weather = nil
    case .set(let edit): violations += edit.apply(to: &changed.weather)
    }
    violations += RuckRules.violations(of: changed, now: now)
    try violations.reject()
    changed = changed.withoutNegativeZeros
    return changed == ruck ? .unchanged(ruck) : .changed(from: ruck, to: changed)
  }
}

extension RuckEdit.Weather {
  /// If there was no weather, both members are required.
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
    _ member: Patch<Value>, _ field: String, _ old: Value?, _ violations: inout [Rejection.Violation]
  ) -> Value? {
    switch member {
    case .set(let new): return new
    case .cleared: violations.append(.init("weather.\(field)", "must not be null"))
    case .unchanged:
      if let old { return old }
      violations.append(.init("weather.\(field)", "is required because the ruck has no weather yet"))
    }
    return nil
  }
}
