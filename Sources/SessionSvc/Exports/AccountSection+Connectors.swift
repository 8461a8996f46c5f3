import API
import Chronology
import Domain
import Storage

/// The data of connectors, one kind after the other. Each item has its kind.
extension AccountSection {
  /// One kind of items. The place of an item is unique in its kind.
  struct Kind {
    var name: String
    /// Passes the items after a place to the body. Returns false if the body wants no more.
    var each: (_ place: String, _ body: Body) throws -> Bool
  }

  static func connectors(_ user: String, _ rows: Rows) -> AccountSection {
    let kinds =
      [positions(user, rows), documents(user, rows), files(user, rows), uses(user, rows)] + podcasts(user, rows)
      + outgoing(user, rows)
    return AccountSection(name: "connectors") { place, body in
      let parts = (place ?? "").parts(at: " ", most: 2)
      let first = kinds.firstIndex { $0.name == parts.first } ?? 0
      for (number, kind) in kinds.enumerated().dropFirst(first) {
        let after = number == first && parts.count == 2 ? parts[1] : ""
        let goesOn = try kind.each(after) { place, json in try body("\(kind.name) \(place)", json) }
        guard goesOn else { return }
      }
    }
  }

  private struct PositionItem: Encodable {
    var kind = "position"
    var document: String
    var progress: String
    var percentage: Double
    var device: String
    var deviceId: String?
    var title: String?
    var authors: [String]
    var pushedAt: Instant
  }

  private static func positions(_ user: String, _ rows: Rows) -> Kind {
    Kind(name: "position") { place, body in
      var goesOn = true
      try PositionStore.each(user, after: place, rows) { stored in
        let position = stored.position
        let item = PositionItem(
          document: position.document, progress: position.progress, percentage: position.percentage,
          device: position.device, deviceId: position.deviceId, title: position.title, authors: position.authors,
          pushedAt: stored.pushedAt)
        goesOn = try body(position.document, try ItemJSON.text(item))
        return goesOn
      }
      return goesOn
    }
  }

  private struct DocumentItem: Encodable {
    var kind = "document"
    var document: String
    var workId: String
  }

  private static func documents(_ user: String, _ rows: Rows) -> Kind {
    Kind(name: "document") { place, body in
      var goesOn = true
      try DocumentLinkStore.each(user, after: place, rows) { document, workId in
        goesOn = try body(document, try ItemJSON.text(DocumentItem(document: document, workId: workId)))
        return goesOn
      }
      return goesOn
    }
  }

  private struct FileItem: Encodable {
    var kind = "file"
    var name: String
    var isFolder: Bool
    var size: Int
    var sha256: String?
    var modifiedAt: Instant
  }

  private static func files(_ user: String, _ rows: Rows) -> Kind {
    Kind(name: "file") { place, body in
      var goesOn = true
      try FileStore.each(user, after: place, rows) { entry in
        let digits = entry.sha256.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let item = FileItem(
          name: entry.path.text, isFolder: entry.isFolder, size: entry.size, sha256: entry.isFolder ? nil : digits,
          modifiedAt: entry.modifiedAt)
        goesOn = try body(entry.path.text, try ItemJSON.text(item))
        return goesOn
      }
      return goesOn
    }
  }

  private struct UseItem: Encodable {
    var kind = "use"
    var connector: String
    var lastSeenAt: Instant
    var lastProblem: SessionAPI.ConnectorProblem?
  }

  private static func uses(_ user: String, _ rows: Rows) -> Kind {
    Kind(name: "use") { place, body in
      for use in try ConnectorUseStore.uses(of: user, rows) where use.connector > place {
        let item = UseItem(connector: use.connector, lastSeenAt: use.seenAt, lastProblem: use.problem)
        guard try body(use.connector, try ItemJSON.text(item)) else { return false }
      }
      return true
    }
  }
}
