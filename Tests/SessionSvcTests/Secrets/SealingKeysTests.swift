import Crypto
import Foundation
import Service
import Testing

@testable import SessionSvc

@Suite("The file of the sealing key")
struct SealingKeysTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
  private var path: String { folder.appending(path: "secret.key").path() }
  private var settings: Settings { Settings(data: folder.path()) }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  @Test("Is created when it is first needed, only for its owner, and then stays")
  func created() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let keys = SealingKeys(settings)
    #expect(!FileManager.default.fileExists(atPath: path))
    let sealed = try keys.current().seal([1, 2], for: "test")
    let mode = try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    #expect(mode == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()) == ["secret.key"])
    #expect(try SealingKeys(settings).current().open(sealed, for: "test") == [1, 2])
  }

  @Test("Is the same for processes that start at once")
  func race() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let sealed = try await withThrowingTaskGroup(of: [UInt8].self) { [settings] group in
      for _ in 0..<8 { group.addTask { try SealingKeys(settings).current().seal([1], for: "test") } }
      return try await group.reduce(into: [[UInt8]]()) { $0.append($1) }
    }
    let key = try SealingKeys(settings).current()
    #expect(sealed.count == 8 && sealed.allSatisfy { key.open($0, for: "test") == [1] })
  }

  @Test("Is never replaced if it is damaged")
  func damaged() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for text in ["", "AAAA", String(repeating: "A", count: 44)] {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(throws: SettingsError.self) { try SealingKeys(settings).current() }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
  }

  @Test("Is not created if the settings contain the key")
  func given() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var settings = settings
    settings.secretKey = [UInt8](repeating: 3, count: 32)
    let sealed = try SealingKeys(settings).current().seal([1], for: "test")
    #expect(SealingKey([UInt8](repeating: 3, count: 32))?.open(sealed, for: "test") == [1])
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
