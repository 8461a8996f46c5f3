import API
import Proto

extension Problem {
  /// All that is wrong, in one line.
  var reason: String {
    ([detail] + (errors ?? []).map { "\($0.field) \($0.message)" }).joined(separator: "; ")
  }
}

extension Fault {
  var reason: String {
    ([message] + (fields ?? []).map { "\($0.field) \($0.message)" }).joined(separator: "; ")
  }

  /// Whether it is about the call, and others may go on.
  var isRefusal: Bool { code == .invalid || code == .conflict || code == .notFound }
}
