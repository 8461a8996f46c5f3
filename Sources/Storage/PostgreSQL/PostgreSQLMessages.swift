/// Messages by LISTEN and NOTIFY. They use a separate transaction without writes, because a NOTIFY inside a commit
/// would serialize all commits of the server.
final class PostgreSQLMessages: MessageLink {
  private let link: PostgreSQLLink
  private let channel: String

  /// The channel contains the schema, so that databases in different schemas do not receive each other's messages.
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
