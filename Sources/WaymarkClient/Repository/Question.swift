import Foundation

/// What is asked of the server, and under which name its answer is kept.
struct Question: Sendable, Hashable {
  var path: [String]
  var query: [URLQueryItem] = []
  /// Some of it was chosen by a person: names that file systems take for the same, or not at all.
  var holdsIds = false
  var accept = "application/json"

  var call: Call { Call(method: .get, path: path, query: query, accept: accept) }

  /// Safe as a file's name: paths and values here are words, numbers and days. Unlike that of any other question of
  /// the API: repositories share a directory.
  var name: String {
    holdsIds ? "\(path[0])-\(Data(plainName.utf8).checksum)" : plainName
  }

  private var plainName: String {
    ([path.joined(separator: "-")] + query.map { "\($0.name)=\($0.value ?? "")" }).joined(separator: ",")
  }
}
