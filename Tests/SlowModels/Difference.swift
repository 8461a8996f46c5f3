import Foundation

/// Compares the JSON of a value with the expected one, ignoring null members.
package enum Difference {
  /// Returns the first difference greater than 1e-9 of the values, or nil.
  package static func of(_ found: some Encodable, _ expected: [String: Any], at path: String) throws -> String? {
    between(try JSONSerialization.jsonObject(with: JSONEncoder().encode(found)), expected, at: path)
  }

  package static func between(_ found: Any, _ expected: Any, at path: String) -> String? {
    switch (found, expected) {
    case (let found as [String: Any], let expected as [String: Any]):
      guard Set(found.keys) == Set(expected.keys) else { return "\(path): \(found) is not \(expected)" }
      return found.keys.sorted().compactMap { between(found[$0]!, expected[$0]!, at: "\(path).\($0)") }.first
    case (let found as [Any], let expected as [Any]):
      guard found.count == expected.count else { return "\(path): \(found) is not \(expected)" }
      return found.indices.compactMap { between(found[$0], expected[$0], at: "\(path)[\($0)]") }.first
    case (let found as String, let expected as String):
      return found == expected ? nil : "\(path): \(found), \(expected)"
    default:
      guard let left = (found as? NSNumber)?.doubleValue, let right = number(expected) else {
        return "\(path): \(found) is not \(expected)"
      }
      let isSame = abs(left - right) <= 1e-9 * max(abs(left), abs(right), path.hasSuffix("Correlation") ? 1 : 0)
      return isSame ? nil : "\(path): \(left) is not \(right)"
    }
  }

  private static func number(_ value: Any) -> Double? {
    switch value {
    case let value as Bool: value ? 1 : 0
    case let value as Int: Double(value)
    case let value as Double: value
    default: (value as? NSNumber)?.doubleValue
    }
  }
}
