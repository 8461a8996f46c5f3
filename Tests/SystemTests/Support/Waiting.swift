import Foundation
import Testing

struct TookTooLong: Error, CustomStringConvertible {
  var description: String
}

/// Asks until the answer is there; an error counts as "not yet". Throws when the time is over.
@discardableResult
func found<Value>(within seconds: Double, _ what: String, _ ask: () throws -> Value?) throws -> Value {
  let deadline = ProcessInfo.processInfo.systemUptime + seconds
  var last = "no answer"
  repeat {
    do {
      if let value = try ask() { return value }
      last = "not yet"
    } catch {
      last = "\(error)"
    }
    poll(nil, 0, 5)
  } while ProcessInfo.processInfo.systemUptime < deadline
  throw TookTooLong(description: "\(what): not within \(seconds) s (\(last))")
}

/// Asks until it is so.
func eventually(within seconds: Double, _ what: String, _ isSo: () throws -> Bool) throws {
  try found(within: seconds, what) { try isSo() ? true : nil }
}

/// The shortest of up to three measurements, which are numbered from 0: the machine may be busy with other things
/// during one of them. One that is under the limit is enough.
func shortest(under limit: Double = 0, _ measure: (Int) throws -> Double) rethrows -> Double {
  var best = Double.infinity
  for number in 0..<3 where best >= limit { best = min(best, try measure(number)) }
  return best
}

/// How long something takes, in seconds.
func duration(_ work: () throws -> Void) rethrows -> Double {
  let start = ProcessInfo.processInfo.systemUptime
  try work()
  return ProcessInfo.processInfo.systemUptime - start
}
