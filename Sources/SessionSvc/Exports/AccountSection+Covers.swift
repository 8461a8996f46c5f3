import Crypto
import Domain
import JSON
import Storage

extension AccountSection {
  /// The covers with their images in base64. A page ends after a large one.
  static func covers(_ user: String, _ rows: Rows) -> AccountSection {
    AccountSection(name: "covers") { place, body in
      let parts = place?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
      let (kind, id) = parts.count == 2 ? (parts[0], parts[1]) : ("", "")
      for entry in try CoverStore.entries(user, after: kind, id, limit: SessionLimits.exportCovers, rows) {
        guard let image = try CoverStore.image(user, entry.kind, entry.id, rows) else {
          throw DatabaseError(.corrupt, "a cover is missing")
        }
        let item: JSONValue = [
          "kind": .text(entry.kind.rawValue), "id": .text(entry.id), "type": .text(image.type),
          "data": .text(Base64.encode(image.bytes)),
        ]
        guard try body("\(entry.kind.rawValue) \(entry.id)", item.json) else { return }
      }
    }
  }
}
