import Foundation
import Testing

struct TimedOut: Error, CustomStringConvertible {
  var description: String
}

/// The time that a test waits for something that happens sooner. It is generous, because a busy machine is no failure;
/// tests named `measures…` compare durations.
enum Patience {
  static let seconds = 60.0
}

/// Calls `ask` until it returns a value. An error counts as "not yet". Throws when the time is over.
@discardableResult
func found<Value>(within seconds: Double = Patience.seconds, _ what: String, _ ask: () throws -> Value?) throws -> Value
{
  let deadline = ProcessInfo.processInfo.systemUptime + seconds
  var last = "no result"
  // Most things happen at once. Later questions are rarer, because each takes processor time from what is awaited.
  var pause: Int32 = 5
  repeat {
    do {
      if let value = try ask() { return value }
      last = "not yet"
    } catch {
      last = "\(error)"
    }
    poll(nil, 0, pause)
    pause = min(pause + 1, 30)
  } while ProcessInfo.processInfo.systemUptime < deadline
  throw TimedOut(description: "\(what): not within \(seconds) s (\(last))")
}

/// Waits until the condition is true.
func eventually(within seconds: Double = Patience.seconds, _ what: String, _ condition: () throws -> Bool) throws {
  try found(within: seconds, what) { try condition() ? true : nil }
}

/// Returns the result of the first attempt that takes less than a minute, because some limits count per minute.
func withinOneMinute<Value>(_ attempt: () throws -> Value) throws -> Value {
  for _ in 0..<5 {
    let start = ProcessInfo.processInfo.systemUptime
    let value = try attempt()
    if ProcessInfo.processInfo.systemUptime - start < 60 { return value }
  }
  throw TimedOut(description: "each attempt took a minute or longer")
}

/// Returns the shortest of up to three measurements, numbered from 0, because the machine may be busy during one of
/// them. Stops after the first one below the limit.
func shortest(under limit: Double = 0, _ measure: (Int) throws -> Double) rethrows -> Double {
  var best = Double.infinity
  for number in 0..<3 where best >= limit { best = min(best, try measure(number)) }
  return best
}

/// Returns the longest acceptable duration of something that is promised within `seconds`: the promise, plus fifty
/// times a reference action of the same run, so that a busy or slow machine gets more time.
func allowance(_ seconds: Double, _ reference: () throws -> Void) rethrows -> Double {
  seconds + 50 * (try shortest { _ in try duration(reference) })
}

/// Returns how often a time of one is longer than one of the other. It is 0.5 if they do not differ.
func rankShare(of one: [Double], above other: [Double]) -> Double {
  let wins = one.reduce(0.0) { sum, time in
    sum + other.reduce(0.0) { $0 + (time > $1 ? 1 : time == $1 ? 0.5 : 0) }
  }
  return wins / Double(one.count * other.count)
}

/// Returns how long the work takes, in seconds.
func duration(_ work: () throws -> Void) rethrows -> Double {
  let start = ProcessInfo.processInfo.systemUptime
  try work()
  return ProcessInfo.processInfo.systemUptime - start
}
