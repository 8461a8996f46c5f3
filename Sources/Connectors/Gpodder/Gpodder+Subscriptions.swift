import API

extension Gpodder {
  func changeSubscriptions(_ device: String, _ request: ConnectorRequest) -> ConnectorStep {
    do throws(SubscriptionUpload.Failure) {
      let upload = try SubscriptionUpload(changes: request.body)
      let call = SessionAPI.ChangeSubscriptions(device: device, add: upload.add, remove: upload.remove)
      return .call(call, for: request.user) { reply in
        .respond(Self.response(GpodderDocuments.uploaded(stamp: reply.stamp), to: upload, rejected: reply.rejected))
      }
    } catch {
      return .fail(ConnectorProblem(error))
    }
  }

  func replaceSubscriptions(
    _ device: String, _ format: SubscriptionFormat, _ request: ConnectorRequest
  ) -> ConnectorStep {
    do throws(SubscriptionUpload.Failure) {
      let upload = try SubscriptionUpload(list: request.body, format)
      let call = SessionAPI.ChangeSubscriptions(device: device, add: upload.add, replacesAll: true)
      return .call(call, for: request.user) { reply in
        // mygpoclient takes any text as a failure.
        .respond(Self.response([], to: upload, rejected: reply.rejected))
      }
    } catch {
      return .fail(ConnectorProblem(error))
    }
  }

  private static func response(
    _ body: [UInt8], to upload: SubscriptionUpload, rejected: Int
  ) -> ConnectorResponse {
    var response = ConnectorResponse.gpodder(body)
    response.items.added = upload.add.count + upload.remove.count - rejected
    response.items.rejected = upload.skipped.count + rejected
    let limit = "the limit of \(GpodderLimits.subscriptions) subscriptions is reached"
    response.problem = rejected > 0 ? limit : upload.skipped.summary(of: "urls")
    return response
  }

  func listChanges(_ request: ConnectorRequest, hasTitles: Bool) -> ConnectorStep {
    guard let since = Self.since(request.head) else { return .fail(.badTime) }
    return .call(SessionAPI.FetchSubscriptions(since: since), for: request.user) { reply in
      .respond(.gpodder(hasTitles ? GpodderDocuments.updates(reply) : GpodderDocuments.changes(reply)))
    }
  }

  func listSubscriptions(_ format: SubscriptionFormat, _ request: ConnectorRequest) -> ConnectorStep {
    .call(SessionAPI.FetchSubscriptions(since: .min), for: request.user) { reply in
      var response = ConnectorResponse.gpodder(GpodderDocuments.list(reply.added.map(\.url), format))
      if format == .txt { response.contentType = "text/plain; charset=utf-8" }
      return .respond(response)
    }
  }

  /// Returns nil if the parameter is not a whole number. Without it, everything counts.
  static func since(_ head: ConnectorHead) -> Int64? {
    guard let text = head.parameter("since"), !text.isEmpty else { return .min }
    return Int64(text)
  }
}

extension ConnectorProblem {
  static let badTime = ConnectorProblem(400, "since must be a whole number")

  fileprivate init(_ failure: SubscriptionUpload.Failure) {
    switch failure {
    case .malformed: self.init(400, "the body must be a list of URLs, or an object with lists add and remove")
    case .contradiction: self.init(400, "a URL must not be in add and in remove")
    case .tooMany: self.init(400, "a list must have at most \(GpodderLimits.subscriptions) URLs")
    }
  }
}
