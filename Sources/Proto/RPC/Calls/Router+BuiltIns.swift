import CBOR

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
    // The description includes this call.
    let shapes = routes.map { ($0.name, $0.argument, $0.result) }
    serveNow { (_: DescribeMethods<AnyAPI>, _) in
      var entries = shapes.map { DescribeMethods<AnyAPI>.Entry(method: $0.0, argument: $0.1(), result: $0.2()) }
      entries.append(
        DescribeMethods<AnyAPI>.Entry(
          method: DescribeMethods<AnyAPI>.name, argument: Shape.of(DescribeMethods<AnyAPI>.self),
          result: Shape.of(DescribeMethods<AnyAPI>.Reply.self)))
      return DescribeMethods<AnyAPI>.Reply(methods: entries.sorted { $0.method < $1.method })
    }
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
