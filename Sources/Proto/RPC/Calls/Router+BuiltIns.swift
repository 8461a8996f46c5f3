import CBOR
import Loop

/// A placeholder for the API of any service.
private enum AnyAPI: ServiceAPI {
  static let service = ""
}

extension Router {
  func serveBuiltIns() {
    let health = health
    serve { (_: CheckHealth<AnyAPI>, _) in await health() }
    let metricsText = metricsText
    let counted = routes.map { ($0.name, $0.counters) }
    let service = service
    serveNow { (_: ScrapeMetrics<AnyAPI>, _) in
      ScrapeMetrics<AnyAPI>.Reply(text: Router.text(of: counted, service) + metricsText())
    }
    serveDescription()
  }

  /// The first description of a process takes about 0.1 s of processor time, so other calls run between its methods.
  private func serveDescription() {
    typealias Description = DescribeMethods<AnyAPI>
    let own = Described(
      name: Description.name, argument: { Shape.of(Description.self) }, result: { Shape.of(Description.Reply.self) })
    let others = routes.map { Described(name: $0.name, argument: $0.argument, result: $0.result) }
    let all = (others + [own]).sorted { $0.name < $1.name }
    add(
      Description.self,
      .waiting { worker in
        Task.immediate(executorPreference: worker.loop) {
          await Router.respond(worker) { (_: Description, _) in
            var methods: [Description.Entry] = []
            for method in all {
              methods.append(.init(method: method.name, argument: method.argument(), result: method.result()))
              await worker.loop.pause(milliseconds: 0)
            }
            return Description.Reply(methods: methods)
          }
        }
      })
  }

  private struct Described: Sendable {
    var name: String
    var argument: @Sendable () -> Shape
    var result: @Sendable () -> Shape
  }

  private static func text(of counted: [(String, Route.Counters)], _ service: String) -> String {
    var text = "# HELP waymark_rpc_calls_total Completed calls, by method and outcome.\n"
    text += "# TYPE waymark_rpc_calls_total counter\n"
    for (method, counters) in counted {
      for (code, count) in counters.all where count > 0 || code == nil {
        let labels = "service=\"\(service)\",method=\"\(method)\",code=\"\(code?.rawValue ?? "ok")\""
        text += "waymark_rpc_calls_total{\(labels)} \(count)\n"
      }
    }
    return text
  }
}
