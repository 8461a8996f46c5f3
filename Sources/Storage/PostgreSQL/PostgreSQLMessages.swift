/// Messages by LISTEN and NOTIFY. They are sent by a transaction of their own, which writes nothing: one that is part
/// of a commit would have all commits of the server wait for each other.
final class PostgreSQLMessages: MessageLink {
  private let link: PostgreSQLLink
  private let channel: String

  /// Databases that share a server's database, each in a schema of its own, do not hear each other.
  init(_ link: PostgreSQLLink) throws {
    self.link = link
    let name = "waymark_" + (try link.script("SELECT current_schema()"))
    channel = name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    try link.script("LISTEN \"\(channel)\"")
  }

  var descriptor: Int32 { link.descriptor }

  func send(_ text: String) throws {
    let quoted = text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    try link.script("NOTIFY \"\(channel)\", '\(quoted)'")
  }

  func receive() throws -> [String] { try link.removeMessages() }
}
