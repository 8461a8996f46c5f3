import API
import Glibc
import Proto
import Service

/// Prints the link that creates the first admin when the edge starts without `up`, while there is no admin.
struct SetUpOffer {
  private let session: any Upstream
  private let context: ServiceContext

  init(_ session: any Upstream, _ context: ServiceContext) {
    self.session = session
    self.context = context
  }

  /// Runs on the loop. Repeats the call until SessionSvc responds.
  func make() {
    var name = [CChar](repeating: 0, count: 256)
    _ = gethostname(&name, name.count - 1)
    let host = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let call = SessionAPI.MakeSetUpCode(host: "edge of \(host)")
    session.send(call, CallMeta(deadline: Int(Limits.callMilliseconds))) { result in
      switch result {
      case .success(let reply): if let code = reply.code { show(code) }
      case .failure:
        _ = context.loop.schedule(afterMilliseconds: Limits.setUpRetryMilliseconds) { make() }
      }
    }
  }

  private func show(_ code: String) {
    let settings = context.settings
    let base = settings.publicURL?.description ?? "http://\(settings.listen)"
    let link = "\(base)/#setup=\(code)"
    // The edge may run without a data directory.
    let isKept = (try? Files.replace(settings.setupLinkPath, with: link + "\n")) != nil
    // Structured logs are stored and read by others, so they do not contain the link.
    if settings.logFormat == .text {
      let text = Array("This link creates the first admin:\n\(link)\n".utf8)
      _ = write(STDERR_FILENO, text, text.count)
    } else if isKept {
      context.log.info("no admin exists", ["setupLinkFile": settings.setupLinkPath])
    }
  }
}
