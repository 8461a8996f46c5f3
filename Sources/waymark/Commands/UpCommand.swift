import Glibc
import Service

/// The whole stack in the foreground.
enum UpCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(0...0)
    let settings = invocation.settings
    try Files.makeDirectory(settings.data, mode: 0o700)
    try Files.makeDirectory(settings.run, mode: 0o700)
    let lock = try DataLock(settings)
    let listener = try Listener(settings.listen)
    let token = try SignInToken.prepare(settings)
    var supervisor = Supervisor(settings: settings, listener: listener) { address in
      announce(address, token, settings)
    }
    try supervisor.run()
    _ = consume lock
    return 0
  }

  /// The token stands on standard error, so that standard output is one line for whoever waits for it.
  private static func announce(_ address: ListenAddress, _ token: String, _ settings: Settings) {
    let path = SignInToken.path(settings)
    switch settings.logFormat {
    case .json:
      settings.makeLog("up").info("up", ["address": "http://\(address)/", "token": token, "tokenFile": path])
    case .text:
      Output.complain("waymark is up. Sign in at http://\(address)/ with this token (also in \(path)):\n\(token)")
    }
    Output.print("waymark ready http://\(address)")
  }
}

extension Command {
  static let up = Command(
    name: "up", synopsis: "", summary: "the whole stack in the foreground, until it is interrupted",
    details: """
      Starts the four services and the edge as processes of its own and restarts one that dies. Once all of them
      answer, one line 'waymark ready http://HOST:PORT' goes to standard output; a token to sign in with and the
      logs go to standard error. The token belongs to the user 'me' and is kept, readable by you alone, in
      DATA/token. An interrupt or SIGTERM stops everything in order; a second one at once.
      """,
    run: UpCommand.run)
}
