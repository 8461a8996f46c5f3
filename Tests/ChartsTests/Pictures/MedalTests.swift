import Domain
import Foundation
import Testing

@testable import Charts

@Suite("Medals")
struct MedalTests {
  @Test("Every achievement has a motif, whose lines stay in their square")
  func motifs() throws {
    let known = Set(Medal.motifs.map(\.key))
    for achievement in Achievement.all { #expect(known.contains(achievement.icon), "\(achievement.icon)") }
    for (icon, text) in Medal.motifs {
      let lines = try #require(PathData(text), "\(icon)").steps
      let box = Outline.path(lines).bounds
      #expect(Box(x: 0, y: 0, width: 24, height: 24).contains(box), "\(icon): \(box)")
    }
  }

  @Test("The page draws the same motifs in the same materials")
  func page() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/Dashboard/Page")
    func file(_ path: String) throws -> String {
      try String(contentsOf: folder.appending(path: path).standardizedFileURL, encoding: .utf8)
    }
    let script = try file("views/insights/medals.js").replacing(/"\n +\+ "/, with: "")
    for (icon, text) in Medal.motifs { #expect(script.contains("\"\(icon)\": \"\(text)\""), "\(icon)") }
    #expect(script.matches(of: /"[a-z.]+": "M/).count == Medal.motifs.count)
    let styles = try file("insights.css")
    for rarity in Achievement.Rarity.allCases {
      let colours = [Role.metal(rarity), .shade(rarity), .motif(rarity)].map { $0.colour(isDark: false).hex }
      let rule = ".medal.\(rarity.rawValue) { --metal: \(colours[0]); --shade: \(colours[1]); --motif: \(colours[2]); }"
      #expect(styles.contains(rule), "\(rule)")
    }
  }

  @Test("The lines stand out from the material", arguments: Achievement.Rarity.allCases)
  func contrast(rarity: Achievement.Rarity) {
    let lines = Role.motif(rarity).colour(isDark: false)
    let ratios = [Role.metal(rarity), .shade(rarity)].map { lines.contrast($0.colour(isDark: false)) }
    #expect(ratios.contains { $0 >= 4.5 } && ratios.allSatisfy { $0 >= 2.5 }, "\(ratios)")
  }

  @Test("An unlocked achievement shows its medal, a locked one its motif and its progress", arguments: Achievement.all)
  func drawn(achievement: Achievement) {
    var standing = Samples.achievement
    (standing.icon, standing.rarity, standing.isUnlocked) = (achievement.icon, achievement.rarity, true)
    let count = Medal.lines(of: achievement.icon).count
    func motif() -> [Role] {
      AchievementPicture.drawing(standing, unlockedOn: nil, width: 600).marks.compactMap { mark in
        guard case .shape(let shape) = mark, case .path(let steps) = shape.outline, steps.count == count,
          shape.fill == nil
        else { return nil }
        return shape.stroke?.role
      }
    }
    #expect(motif() == [.motif(achievement.rarity)])
    standing.isUnlocked = false
    #expect(motif() == [.muted])
  }
}
