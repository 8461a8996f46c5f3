import API
import Chronology
import Connectors
import Domain
import JSON

extension FuzzTarget {
  private static let now = Instant(seconds: 1_795_000_000)

  /// The input is an upload of actions, of changes, of a list or of a device.
  func checkPodcasts(_ bytes: [UInt8]) {
    if let part = Self.actions(bytes) { checkActions(part) }
    if let upload = try? SubscriptionUpload(changes: bytes) {
      precondition(Set(upload.add).isDisjoint(with: upload.remove), "a URL is added and removed")
      checkURLs(upload.add + upload.remove)
    }
    for format in [SubscriptionFormat.json, .txt] {
      guard let upload = try? SubscriptionUpload(list: bytes, format) else { continue }
      checkURLs(upload.add)
      // Spaces at the ends of a line do not belong to its URL.
      let urls = upload.add.filter { $0.first != " " && $0.last != " " && $0.first != "\u{FEFF}" }
      let again = try? SubscriptionUpload(list: GpodderDocuments.list(urls, format), format)
      precondition(again?.add == urls, "a list differs after it was written and read")
    }
    if let type = DeviceUpload(body: bytes)?.type { precondition(DeviceUpload.types.contains(type), "an odd type") }
  }

  private static func actions(_ bytes: [UInt8]) -> EpisodeUpload.Part? {
    guard let upload = try? EpisodeUpload(body: bytes) else { return nil }
    return upload.part(0..<upload.count, now: now)
  }

  private static func listens(_ bytes: [UInt8]) -> [Listen]? {
    guard let upload = try? ListenUpload(body: bytes) else { return nil }
    return upload.part(0..<upload.count, now: now).listens
  }

  private func checkActions(_ upload: EpisodeUpload.Part) {
    precondition(upload.places.count == upload.actions.count)
    for action in upload.actions {
      precondition(action.timestamp == nil || action.at != nil, "an invalid time is accepted")
      let title = PodcastStory.title(of: action.episode)
      precondition(TextRules.violations(ofText: title, "title").isEmpty, "an episode has no title")
      guard let report = PlayReport(action, now: Self.now) else { continue }
      let listening = PlayRules.listening(report, of: "s", continuing: nil, session: nil, now: Self.now)
      let isOld = listening?.startedAt.map { $0 < ListeningRules.earliest } ?? false
      precondition(isOld || listening?.violations(now: Self.now).isEmpty == true, "listening is not valid")
    }
    let document = GpodderDocuments.actions(upload.actions, isFirst: true, lastStamp: 1)
    guard let list = JSONValue(parsing: document, depthLimit: 8)?["actions"],
      let again = Self.actions(list.bytes)
    else { preconditionFailure("the document is not JSON") }
    precondition(again.actions == upload.actions, "actions differ after they were written and read")
  }

  private func checkURLs(_ urls: [String]) {
    precondition(Set(urls).count == urls.count, "a URL repeats")
    precondition(urls.allSatisfy { !$0.utf8.contains(0x0A) }, "a URL has a line break")
  }

  /// The input is a submission of listens.
  func checkListens(_ bytes: [UInt8]) {
    guard let listens = Self.listens(bytes) else { return }
    for listen in listens {
      precondition(listen.report(now: Self.now).violations(now: Self.now).isEmpty, "a listen is not valid")
      precondition(TextRules.violations(ofText: listen.title, "title").isEmpty, "a track has no title")
    }
    let reply = SessionAPI.ListListens.Reply(listens: listens, latest: 0, oldest: 0)
    let document = JSONValue(parsing: ListenBrainzDocuments.listens(reply, of: "ada"), depthLimit: 64)
    guard let items = document?["payload"]?["listens"] else { preconditionFailure("the document is not JSON") }
    guard let first = listens.first else { return }
    let body: JSONValue = ["listen_type": "import", "payload": items]
    let again = Self.listens(body.bytes)
    precondition(again?.count == listens.count && again?.first?.track == first.track, "listens differ")
  }
}
