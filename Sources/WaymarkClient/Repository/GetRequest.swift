import Foundation

/// A GET request and the name under which its response is cached.
struct GetRequest: Sendable, Hashable {
  var path: [String]
  var query: [URLQueryItem] = []
  /// Whether an id that the app chose is part of the request. The cache name is then a checksum, because file systems
  /// do not accept or distinguish all characters.
  var containsIds = false
  var accept = "application/json"

  var call: Call { Call(method: .get, path: path, query: query, accept: accept) }

  /// A file name, unique among all requests because repositories share a directory. Without ids, paths and values are
  /// only words, numbers and days.
  var cacheName: String {
    containsIds ? "\(path[0])-\(Data(plainName.utf8).checksum)" : plainName
  }

  private var plainName: String {
    ([path.joined(separator: "-")] + query.map { "\($0.name)=\($0.value ?? "")" }).joined(separator: ",")
  }
}
