import API
import Proto

extension Problem {
  /// All errors, in one line.
  var reason: String {
    ([detail] + (errors ?? []).map { "\($0.field) \($0.message)" }).joined(separator: "; ")
  }
}

extension Fault {
  var reason: String {
    ([message] + (fields ?? []).map { "\($0.field) \($0.message)" }).joined(separator: "; ")
  }

  /// Whether only this call is rejected, so that the import can continue.
  var isRejection: Bool { code == .invalid || code == .conflict || code == .notFound }
}
