import API

extension Gpodder {
  func record(_ request: ConnectorRequest) -> ConnectorStep {
    do throws(EpisodeUpload.Failure) {
      return record(try EpisodeUpload(body: request.body), from: 0, ConnectorItems(), [], request)
    } catch {
      switch error {
      case .notAList: return .fail(ConnectorProblem(400, "the body must be a list of actions"))
      case .tooMany:
        return .fail(ConnectorProblem(413, "a list must have at most \(GpodderLimits.actionsPerUpload) actions"))
      }
    }
  }

  /// Records the actions in several calls, so that each is short. The client gets the stamp of the last one.
  private func record(
    _ upload: EpisodeUpload, from first: Int, _ items: ConnectorItems, _ skipped: [SkippedItem],
    _ request: ConnectorRequest
  ) -> ConnectorStep {
    let end = min(first + GpodderLimits.actionsPerCall, upload.count)
    let part = upload.part(first..<end, now: request.now)
    return .call(SessionAPI.RecordEpisodeActions(actions: part.actions), for: request.user) { reply in
      let problems = reply.problems.map { SkippedItem(part.places[$0.index], $0.reason) }
      let skipped = skipped + part.skipped + problems
      var items = items
      items.added += reply.added
      items.alreadyThere += reply.alreadyThere
      items.rejected = skipped.count
      guard end == upload.count else { return record(upload, from: end, items, skipped, request) }
      var response = ConnectorResponse.gpodder(GpodderDocuments.uploaded(stamp: reply.stamp))
      response.items = items
      response.problem = skipped.summary(of: "actions")
      return .respond(response)
    }
  }

  func listActions(_ request: ConnectorRequest) -> ConnectorStep {
    guard let since = Self.since(request.head) else { return .fail(.badTime) }
    let flag = request.head.parameter("aggregated")?.lowercased()
    let call = SessionAPI.ReadEpisodeActions(
      since: since, podcast: request.head.parameter("podcast"), device: request.head.parameter("device"),
      isAggregated: flag == "true" || flag == "1")
    return page(call, request)
  }

  private func page(_ call: SessionAPI.ReadEpisodeActions, _ request: ConnectorRequest) -> ConnectorStep {
    .call(call, for: request.user) { reply in
      let isFirst = call.after == nil
      let bytes = GpodderDocuments.actions(
        reply.actions, isFirst: isFirst, lastStamp: reply.next == nil ? reply.stamp : nil)
      guard let next = reply.next else {
        return isFirst ? .respond(.gpodder(bytes)) : .sendLastPage(bytes)
      }
      return .sendPage(bytes) {
        var call = call
        call.after = next
        return page(call, request)
      }
    }
  }
}
