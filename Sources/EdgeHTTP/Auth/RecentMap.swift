/// A bounded dictionary that evicts values that were not used recently. It has two generations and drops the older one.
struct RecentMap<Key: Hashable, Value> {
  private var young: [Key: Value] = [:]
  private var old: [Key: Value] = [:]
  private let half: Int

  /// Keeps at most `capacity` values.
  init(capacity: Int) {
    half = max(1, capacity / 2)
  }

  var count: Int { young.count + old.count }

  func forEach(_ body: (Value) -> Void) {
    for value in young.values { body(value) }
    for value in old.values { body(value) }
  }

  subscript(key: Key) -> Value? {
    mutating get {
      if let value = young[key] { return value }
      guard let value = old.removeValue(forKey: key) else { return nil }
      insert(key, value)
      return value
    }
    set {
      old[key] = nil
      if let newValue { insert(key, newValue) } else { young[key] = nil }
    }
  }

  private mutating func insert(_ key: Key, _ value: Value) {
    if young.count >= half, young[key] == nil {
      old = young
      young = [:]
    }
    young[key] = value
  }
}
