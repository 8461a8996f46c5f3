import Foundation

/// The requests of a browser, from its performance log.
struct Traffic {
  struct Request {
    var url: String
    var status: Int?
    /// The size of head and body as transferred.
    var bytes = 0
    var isCached = false
  }

  private var byID: [String: Request] = [:]
  private var order: [String] = []

  /// The requests in order. `data:` addresses are not requests. The browser's own pages do not use the network.
  var requests: [Request] {
    order.compactMap { byID[$0] }.filter { request in
      !["data:", "chrome:", "about:", "blob:"].contains { request.url.hasPrefix($0) }
    }
  }

  /// A message of the performance log.
  mutating func read(_ message: String) {
    guard let outer = try? JSONSerialization.jsonObject(with: Data(message.utf8)) as? [String: Any],
      let event = outer["message"] as? [String: Any], let parameters = event["params"] as? [String: Any],
      let id = parameters.text("requestId")
    else { return }
    switch event.text("method") {
    case "Network.requestWillBeSent":
      guard let url = (parameters["request"] as? [String: Any])?.text("url") else { return }
      if byID[id] == nil { order.append(id) }
      byID[id] = Request(url: url)
    case "Network.responseReceived":
      let response = parameters["response"] as? [String: Any]
      byID[id]?.status = response?.number("status").map { Int($0) }
    case "Network.requestServedFromCache": byID[id]?.isCached = true
    case "Network.loadingFinished":
      byID[id]?.bytes = Int(parameters.number("encodedDataLength") ?? 0)
    default: break
    }
  }
}
