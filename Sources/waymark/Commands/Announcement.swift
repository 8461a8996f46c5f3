import Glibc
import Operations
import Service
import Storage

/// Prints the first lines of `up` when the stack responds: its address, a token and a sign-in link. If the token cannot
/// be created, for example on a full disk, the stack starts anyway and the token is retried.
final class Announcement {
  private static let pause = 10_000

  private let settings: Settings
  private let demo: Demo?
  private var token: String?
  private var problem: String?
  private var retryAt = 0
  private var address: ListenAddress?

  /// Throws if the database cannot be used at all.
  init(_ settings: Settings, demo: Demo?) throws {
    self.settings = settings
    self.demo = demo
    try prepareToken()
  }

  /// Prints only the ready line on standard output, for programs that wait for it.
  func ready(_ address: ListenAddress) {
    self.address = address
    if token == nil { try? prepareToken() }
    retryAt = Clock.milliseconds + Self.pause
    if let token {
      show(address, token)
    } else if let problem {
      settings.makeLog("up").warning("cannot create a sign-in token yet; retrying", ["error": problem])
    }
    Output.print("waymark ready http://\(address)")
    demo?.begin(origin: base(address))
  }

  /// Called at intervals after `ready`.
  func retry(now: Int) {
    guard let address else { return }
    if let outcome = demo?.takeOutcome() { show(outcome, address) }
    guard token == nil, now >= retryAt else { return }
    retryAt = now + Self.pause
    try? prepareToken()
    if let token { show(address, token) }
  }

  private func base(_ address: ListenAddress) -> String {
    (try? SignInLink.base(settings, at: address)) ?? "http://\(address)"
  }

  private func show(_ outcome: Demo.Outcome, _ address: ListenAddress) {
    let name = DemoYear.user
    if case .failed(let reason) = outcome {
      let hint = "start again with --demo to complete it"
      return settings.makeLog("up").warning("the demo year is incomplete", ["error": reason, "hint": hint])
    }
    let result = outcome == .added ? "now has a year of data" : "already has data; nothing was added"
    let code = settings.logFormat == .text ? try? SignInLink.code(settings, user: name) : nil
    guard let code else {
      let hint = "waymark sign-in --user \(name)"
      return settings.makeLog("up").info("the user \(name) \(result)", ["hint": hint])
    }
    let link = SignInLink.url(base(address), code)
    Output.printError(
      "The user \(name) \(result). This link signs a browser in as \(name), once, within 10 minutes:\n\(link)")
  }

  private func prepareToken() throws {
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
      // Structured logs are stored and read by others, so they contain neither the token nor a link. The line does
      // not depend on the log level.
      Log(service: "up", level: .info, format: .json).info("up", ["address": "http://\(address)/", "tokenFile": path])
    case .text:
      let base = base(address)
      let link = (try? SignInLink.code(settings, user: SignInToken.user)).map { SignInLink.url(base, $0) }
      let start = link.map { "This link signs a browser in, once, within 10 minutes:\n\($0)\nOr sign in" } ?? "Sign in"
      Output.printError("waymark is up. \(start) at \(base)/ with this token (also in \(path)):\n\(token)")
    }
  }
}
