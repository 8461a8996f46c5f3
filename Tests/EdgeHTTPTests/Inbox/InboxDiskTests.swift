import Connectors
import Foundation
import Service
import Testing

@testable import EdgeHTTP

@Suite("The folder of an inbox")
struct InboxDiskTests {
  private let root: URL
  private let disk: InboxDisk

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root.appending(path: "ada/gpx"), withIntermediateDirectories: true)
    disk = InboxDisk(root.path())
  }

  private func write(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: root.appending(path: path))
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path())
  }

  @Test("Finds files of users and of their format folders, without symbolic links and unfinished files")
  func scan() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    for path in ["ada/a.gpx", "ada/gpx/b.txt", "ada/.c.gpx", "ada/d.gpx.tmp", "loose.gpx"] { try write("x", path) }
    for folder in ["ada/other", "ada/done", "ada/failed", "elsewhere"] {
      try FileManager.default.createDirectory(at: root.appending(path: folder), withIntermediateDirectories: true)
    }
    for path in ["ada/other/e.gpx", "ada/done/f.gpx", "elsewhere/g.gpx"] { try write("x", path) }
    for (link, target) in [("ada/link.gpx", "ada/a.gpx"), ("ben", "elsewhere"), ("ada/tcx", "ada/other")] {
      try FileManager.default.createSymbolicLink(
        at: root.appending(path: link), withDestinationURL: root.appending(path: target))
    }
    let expected = [
      InboxFile(user: "ada", name: "a.gpx"), InboxFile(user: "ada", folder: "gpx", name: "b.txt"),
      InboxFile(user: "elsewhere", name: "g.gpx"),
    ]
    #expect(Set(disk.scan().keys) == Set(expected))
  }

  @Test("Moves an imported file next to it, under an unused name")
  func done() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    for text in ["first", "second"] {
      try write(text, "ada/a.gpx")
      let (file, stamp) = try #require(disk.scan().first)
      #expect(disk.move(file, stamp, failure: nil) == nil)
    }
    #expect(try text("ada/done/a.gpx") == "first" && text("ada/done/2-a.gpx") == "second")
    #expect(!exists("ada/a.gpx") && disk.scan().isEmpty)
  }

  @Test("Moves a rejected file with the reason")
  func failed() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    try write("x", "ada/gpx/b.gpx")
    let (file, stamp) = try #require(disk.scan().first)
    #expect(disk.move(file, stamp, failure: "not a GPX file") == nil)
    #expect(try text("ada/gpx/failed/b.gpx") == "x" && text("ada/gpx/failed/b.gpx.txt") == "not a GPX file\n")
  }

  @Test("Neither opens nor moves a file that has changed, or that is a symbolic link by now")
  func changed() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    try write("x", "ada/a.gpx")
    let (file, stamp) = try #require(disk.scan().first)
    let descriptor = try #require(disk.open(file, stamp))
    close(descriptor)
    try write("longer", "ada/a.gpx")
    #expect(disk.open(file, stamp) == nil)
    #expect(disk.move(file, stamp, failure: nil) == nil && exists("ada/a.gpx"))
    try FileManager.default.removeItem(at: root.appending(path: "ada/a.gpx"))
    try write("secret", "secret")
    try FileManager.default.createSymbolicLink(
      at: root.appending(path: "ada/a.gpx"), withDestinationURL: root.appending(path: "secret"))
    #expect(disk.open(file, stamp) == nil && disk.scan().isEmpty)
  }

  @Test("A second process does not get the inbox; a missing folder is reported by the name of the setting")
  func claim() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    #expect(disk.claim())
    #expect(!InboxDisk(root.path()).claim())
    try InboxDisk.check(root.path())
    let error = #expect(throws: SettingsError.self) { try InboxDisk.check(root.path() + "/none") }
    #expect(error?.description.hasPrefix("WAYMARK_INBOX: ") == true)
  }
}
