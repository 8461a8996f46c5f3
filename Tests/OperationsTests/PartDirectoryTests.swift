import Foundation
import Service
import Testing

@testable import Operations

@Suite("The directory of an incomplete backup")
struct PartDirectoryTests {
  private let parent: String

  init() throws {
    parent = NSTemporaryDirectory() + "waymark-parts-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
  }

  private func make(_ name: String, _ files: [String]) throws {
    try FileManager.default.createDirectory(atPath: "\(parent)/\(name)", withIntermediateDirectories: true)
    for file in files { try Files.replace("\(parent)/\(name)/\(file)", with: "x") }
  }

  @Test("Removes what an interrupted backup has left, and nothing else")
  func abandoned() throws {
    defer { try? FileManager.default.removeItem(atPath: parent) }
    try make(".monday.part", ["journal.sqlite", "journal.sqlite-journal", "token", "keys.json", "MANIFEST"])
    try make(".new.part", [])
    try make(".photos.part", ["a.jpg"])
    try make(".mixed.part", ["journal.sqlite", "stats.sqlite"])
    try make("tuesday.part", ["journal.sqlite"])
    try make(".tuesday", ["journal.sqlite"])
    let running = try PartDirectory("\(parent)/.running.part")
    try Files.replace("\(running.path)/journal.sqlite", with: "x")
    PartDirectory.removeAbandoned(in: parent)
    let left = [".mixed.part", ".new.part", ".photos.part", ".running.part", ".tuesday", "tuesday.part"]
    #expect(Files.names(in: parent) == left)
    #expect(Files.names(in: running.path) == ["journal.sqlite"])
    try withExtendedLifetime(running) { try running.finish(as: "\(parent)/done") }
    #expect(Files.names(in: "\(parent)/done") == ["journal.sqlite"])
  }
}
