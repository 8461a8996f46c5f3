import Foundation

/// What is asked of the server, and under which name its answer is kept.
struct Question: Sendable, Hashable {
  var path: [String]
  var query: [URLQueryItem] = []

  var call: Call { Call(method: .get, path: path, query: query) }

  /// Safe as a file's name: paths and values here are words, numbers and days. Unlike that of any other question of
  /// the API: repositories share a directory.
  var name: String {
    ([path.joined(separator: "-")] + query.map { "\($0.name)=\($0.value ?? "")" }).joined(separator: ",")
  }
}
