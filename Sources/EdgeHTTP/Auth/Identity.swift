/// Who is asking, and what they may.
struct Identity: Equatable, Sendable {
  var user: String
  var scope: Scope
}
