import Chronology
import Domain
import Testing

@testable import DomainModels

@Suite(.enabled(if: TestZones.areThere, "there is no /usr/share/zoneinfo"))
struct ProfileEditTests {
  private let now = instant("2026-11-20T10:00:00Z")
  private let profile = Profile(createdAt: instant("2026-01-01T00:00:00Z"))

  /// Applies edits one after the other, an hour apart. Returns the changes of each.
  private func changes(_ edits: ProfileEdit...) throws -> [[SettingChange]?] {
    var (profile, settings) = (profile, SettingsHistory(profile))
    return try edits.enumerated().map { place, edit in
      let now = now + Int64(place) * 3_600
      let event = try edit.outcome(for: profile, settings, zones: TestZones.shared, now: now)
      if let event {
        settings.apply(event)
        profile = event.profile
      }
      return event?.changes
    }
  }

  @Test("The first time zone counts always, and everything else from now on")
  func withoutSince() throws {
    let found = try changes(
      ProfileEdit(timezone: "Europe/Berlin", dayStart: 4), ProfileEdit(timezone: "America/New_York"),
      ProfileEdit(timezone: "America/New_York"), ProfileEdit(displayName: .set("Ada")))
    #expect(
      found == [
        [SettingChange(.timezone, since: nil), SettingChange(.dayStart, since: now)],
        [SettingChange(.timezone, since: now + 3_600)], nil, [],
      ])
  }

  @Test("Setting UTC first is a choice too")
  func utcFirst() throws {
    let found = try changes(
      ProfileEdit(timezone: "UTC"), ProfileEdit(timezone: "UTC"), ProfileEdit(timezone: "Europe/Berlin"))
    #expect(found == [[SettingChange(.timezone, since: nil)], nil, [SettingChange(.timezone, since: now + 7_200)]])
  }

  @Test("A day begins in the zone and at the hour of the same call")
  func sinceDay() throws {
    let found = try changes(
      ProfileEdit(timezone: "America/New_York", dayStart: 4, restDaysPerWeek: 0, since: "2026-07-01"))
    let start = instant("2026-07-01T08:00:00Z")
    #expect(found == [[SettingChange(.timezone, since: start), SettingChange(.dayStart, since: start)]])
  }

  @Test(
    "Rejects a moment that is not a day, too early or in the future",
    arguments: ["", "today", "2026-11-21", "1969-12-31", "2026-02-30", "2026-11-20T10:00:00Z"])
  func wrongSince(since: String) throws {
    let edit = ProfileEdit(timezone: "Europe/Berlin", since: since)
    #expect(throws: Rejection.self) {
      try edit.outcome(for: profile, SettingsHistory(profile), zones: TestZones.shared, now: now)
    }
  }

  @Test(
    "Reports a wrong moment together with the other wrong members",
    arguments: ["today", "1969-12-31", "2026-11-22"])
  func allViolations(since: String) throws {
    for (edit, fields) in [
      (ProfileEdit(dayStart: 9, restDaysPerWeek: 4, since: since), ["dayStart", "restDaysPerWeek", "since"]),
      (ProfileEdit(timezone: "Nowhere/X", since: since), ["timezone", "since"]),
      (ProfileEdit(timezone: "Europe/Berlin", displayName: .set(""), since: since), ["displayName", "since"]),
    ] {
      let rejection = #expect(throws: Rejection.self) {
        try edit.outcome(for: profile, SettingsHistory(profile), zones: TestZones.shared, now: now)
      }
      #expect(rejection?.violations.map(\.field) == fields)
    }
  }

  @Test("A setting has at most 500 values over time")
  func limit() throws {
    var (profile, settings) = (profile, SettingsHistory(profile))
    func change(_ place: Int, since: String? = nil) throws -> ProfileChanged? {
      let edit = ProfileEdit(dayStart: place % 2 + 1, since: since)
      return try edit.outcome(for: profile, settings, zones: TestZones.shared, now: now + Int64(place))
    }
    for place in 0..<499 {
      let event = try #require(try change(place))
      settings.apply(event)
      profile = event.profile
    }
    #expect(settings.dayStart.entries.count == 500)
    #expect(throws: Rejection.self) { try change(499) }
    #expect(try change(499, since: "always")?.changes == [SettingChange(.dayStart, since: nil)])
  }
}
