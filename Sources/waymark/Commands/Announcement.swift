import Glibc
import Service
import Storage

/// What `up` says once the stack answers: where it is, and with which token to sign in. On a full disk there may be no
/// token yet; it is made when there is room, and the stack does not wait for it.
final class Announcement {
  private static let pause = 10_000

  private let settings: Settings
  private let demo: Demo?
  private var token: String?
  private var problem: String?
  private var tryAt = 0
  private var address: ListenAddress?

  /// Throws where the database cannot be used at all, by no process.
  init(_ settings: Settings, demo: Demo?) throws {
    self.settings = settings
    self.demo = demo
    try makeToken()
  }

  /// Standard output is one line for the program that waits for it; the token stands on standard error.
  func ready(_ address: ListenAddress) {
    self.address = address
    if token == nil { try? makeToken() }
    tryAt = Clock.milliseconds + Self.pause
    if let token {
      show(address, token)
    } else if let problem {
      settings.makeLog("up").warning("there is no token to sign in with yet", ["error": problem])
    }
    Output.print("waymark ready http://\(address)")
    demo?.begin(origin: base(address))
  }

  /// To be called at intervals.
  func complete(now: Int) {
    guard let address else { return }
    if let outcome = demo?.takeOutcome() { show(outcome, address) }
    guard token == nil, now >= tryAt else { return }
    tryAt = now + Self.pause
    try? makeToken()
    if let token { show(address, token) }
  }

  private func base(_ address: ListenAddress) -> String {
    (try? SignInCommand.base(settings, at: address)) ?? "http://\(address)"
  }

  /// What has become of the demo year, and how to see it.
  private func show(_ outcome: Demo.Outcome, _ address: ListenAddress) {
    if case .failed(let reason) = outcome {
      let hint = "the next start with --demo goes on with it"
      return settings.makeLog("up").warning("the demo year is not whole", ["error": reason, "hint": hint])
    }
    let words = outcome == .added ? "has a year of data now" : "has data already, and nothing was added"
    let code = settings.logFormat == .text ? try? SignInToken.code(settings, user: DemoYear.user) : nil
    guard let code else {
      let hint = "waymark sign-in --user \(DemoYear.user)"
      return settings.makeLog("up").info("the user \(DemoYear.user) \(words)", ["hint": hint])
    }
    let link = SignInCommand.link(base(address), code)
    let name = DemoYear.user
    Output.complain(
      "The user \(name) \(words). This link signs a browser in as \(name), once, for 10 minutes:\n\(link)")
  }

  private func makeToken() throws {
    do {
      token = try SignInToken.prepare(settings)
    } catch let error as DatabaseError where !error.isTransient {
      throw error
    } catch {
      problem = "\(error)"
    }
  }

  private func show(_ address: ListenAddress, _ token: String) {
    let path = SignInToken.path(settings)
    switch settings.logFormat {
    case .json:
      // Neither the token nor a link: structured logs are kept, and read by others. It is no matter of the level.
      Log(service: "up", level: .info, format: .json).info("up", ["address": "http://\(address)/", "tokenFile": path])
    case .text:
      let base = base(address)
      let link = (try? SignInToken.code(settings)).map { SignInCommand.link(base, $0) }
      let words = link.map { "This link signs a browser in, once, for 10 minutes:\n\($0)\nOr sign in" } ?? "Sign in"
      Output.complain("waymark is up. \(words) at \(base)/ with this token (also in \(path)):\n\(token)")
    }
  }
}
