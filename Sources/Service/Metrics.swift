import Synchronization

/// The metrics of a process. Series can be created and changed on any thread.
public final class Metrics: Sendable {
  public typealias Labels = KeyValuePairs<String, String>

  enum Series: Sendable {
    case counter(Counter)
    case gauge(@Sendable () -> Double)
    case histogram(Histogram)

    var type: String {
      switch self {
      case .counter: "counter"
      case .gauge: "gauge"
      case .histogram: "histogram"
      }
    }
  }

  struct Family: Sendable {
    var name: String
    var help: String
    var type: String
    var series: [(labels: String, value: Series)] = []
  }

  private let families = Mutex<[Family]>([])
  /// The label of all series, which distinguishes the processes.
  private let service: String

  public init(service: String) {
    self.service = service
  }

  /// Returns the counter with this name and labels. By convention the name ends in `_total`.
  public func counter(_ name: String, help: String, labels: Labels = [:]) -> Counter {
    let made = series(name, help: help, labels: labels) { .counter(Counter()) }
    guard case .counter(let counter) = made else { preconditionFailure("\(name) is not a counter") }
    return counter
  }

  /// Adds a gauge whose value is read with the metrics.
  public func gauge(_ name: String, help: String, labels: Labels = [:], read: @escaping @Sendable () -> Double) {
    _ = series(name, help: help, labels: labels) { .gauge(read) }
  }

  /// The bounds must ascend; the infinite one is added.
  public func histogram(
    _ name: String, help: String, labels: Labels = [:], bounds: [Double] = Histogram.seconds
  ) -> Histogram {
    let made = series(name, help: help, labels: labels) { .histogram(Histogram(bounds: bounds)) }
    guard case .histogram(let histogram) = made else { preconditionFailure("\(name) is not a histogram") }
    return histogram
  }

  private func series(_ name: String, help: String, labels: Labels, make: () -> Series) -> Series {
    let text = MetricsText.labels([("service", service)] + labels.map { ($0.key, $0.value) })
    return families.withLock { families in
      let place = families.firstIndex { $0.name == name } ?? families.endIndex
      if place < families.endIndex, let known = families[place].series.first(where: { $0.labels == text }) {
        return known.value
      }
      let made = make()
      if place == families.endIndex { families.append(Family(name: name, help: help, type: made.type)) }
      precondition(families[place].type == made.type, "\(name) is of two types")
      families[place].series.append((text, made))
      return made
    }
  }

  public func text() -> String {
    let families = families.withLock { $0 }
    return families.map(MetricsText.family).joined()
  }
}

/// A number that only increases.
public final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  public func add(_ amount: Int = 1) {
    count.wrappingAdd(amount, ordering: .relaxed)
  }

  public var value: Int {
    count.load(ordering: .relaxed)
  }
}

/// Counts measurements up to each bound.
public final class Histogram: Sendable {
  public static let seconds: [Double] = [
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]

  struct Counts: Sendable {
    var buckets: [Int]
    var sum = 0.0
  }

  let bounds: [Double]
  private let state: Mutex<Counts>

  init(bounds: [Double]) {
    self.bounds = bounds
    state = Mutex(Counts(buckets: Array(repeating: 0, count: bounds.count + 1)))
  }

  public func observe(_ value: Double) {
    let place = bounds.firstIndex { value <= $0 } ?? bounds.count
    state.withLock {
      $0.buckets[place] += 1
      $0.sum += value
    }
  }

  var counts: Counts {
    state.withLock { $0 }
  }
}
