import API
import Foundation
import Testing

/// Every GET of the endpoint table as requests of one user, with each value of each parameter. A new call or parameter
/// needs a line here.
struct EveryRead {
  /// Calls whose responses may differ although the user's data is the same.
  static let exceptions = [
    "/account/export": "lists every event, including those of undone writes",
    "/changes": "a stream of positions in the journal",
    "/tokens": "has the minute in which a token was last used",
    "/session/oidc": "redirects to a provider of single sign-on",
    "/session/oidc/callback": "is requested by a provider of single sign-on",
    "/session/links": "needs a provider of single sign-on",
    "/people": "needs a signed-in browser",
    "/invitations": "needs a signed-in browser",
    "/lookup": "asks Open Library",
    "/connections/{id}": "needs another server",
  ]

  /// The ids of objects, by the path of the call.
  let objects: [String: [String]]
  /// The values of parameters that are not choices, by name.
  let values: [String: [String]]
  /// Below the root, by path.
  let others: [String]

  /// A parameter without a value here or in `values` is reported.
  private static let common = [
    "limit": ["1"], "cursor": [], "width": ["300"], "months": ["1", "36"], "weeks": ["1", "200"],
    "tolerance": ["5"],
  ]
  private static let appearance: Set = ["lang", "theme", "unit"]
  /// Parameters that need another one, with a request that has both.
  private static let pairs = ["from": "from=2024-06-01&to=2025-12-31", "to": "from=2025-03-09&to=2025-05-03"]

  /// Returns the paths of all requests.
  func paths() -> [String] {
    let calls = Endpoints.all.filter { $0.verb == .get && Self.exceptions[$0.path] == nil }
    return others + calls.flatMap { call in requests(of: call) }
  }

  private func requests(of call: Endpoint) -> [String] {
    let isOfObject = call.path.contains("{")
    let found = isOfObject ? objects[call.path] : [call.path]
    guard let found, !found.isEmpty else {
      Issue.record("no object for GET \(call.path)")
      return []
    }
    let parameters = call.parameters.filter { $0.place == .query }
    let required = parameters.first { $0.isRequired }
    var queries: [String] = required == nil ? [""] : []
    for first in required.map({ query($0, of: call) }) ?? [""] {
      if required != nil { queries.append("?" + first) }
      for parameter in parameters where parameter.name != required?.name {
        queries += query(parameter, of: call).map { "?" + (first.isEmpty ? $0 : first + "&" + $0) }
      }
    }
    return found.flatMap { object in queries.map { Endpoints.base + object + $0 } }
  }

  private func query(_ parameter: Parameter, of call: Endpoint) -> [String] {
    let name = parameter.name
    let found: [String]
    switch parameter.kind {
    // The figures are the same in each language and colour.
    case .choice(let cases): found = Self.appearance.contains(name) ? Array(cases.suffix(1)) : cases
    case .flag: found = ["true", "false"]
    case .list(let names, let counts): found = [names.suffix(counts.lowerBound).joined(separator: ",")]
    case .day: return Self.pairs[name].map { [$0] } ?? []
    case .id, .userId, .name, .cursor, .integer, .month, .number, .text, .words, .opaque:
      guard let listed = values[name] ?? Self.common[name] else {
        Issue.record("no value for \(name) of GET \(call.path)")
        return []
      }
      found = listed
    }
    let other = name == "compare" ? (call.path == "/insights" ? "timeframe=year&" : "period=yearly&") : ""
    return found.map { "\(other)\(name)=\($0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? $0)" }
  }
}
