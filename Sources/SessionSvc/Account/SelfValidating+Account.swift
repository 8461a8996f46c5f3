import API
import Chronology
import Domain

extension SessionAPI.SaveProfile: SelfValidating {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    var profile = Profile(createdAt: now)
    profile.dayStart = dayStart ?? 0
    profile.restDaysPerWeek = restDaysPerWeek ?? 0
    if case .set(let name) = displayName { profile.displayName = name }
    let zoneIsKnown = timezone.map { zones.zone(named: $0) != nil } ?? true
    return violations { try ProfileRules.check(profile, zoneIsKnown: zoneIsKnown) }
      + violations {
        // A day that begins later than this is in the future in every zone.
        let latest = now + 86_400
        let utc = zones.calendar(zone: Profile.defaultZone, dayStart: 0)
        _ = try since.map { text throws(Rejection) in try Since(text).instant(now: latest, in: utc) }
      }
  }
}

extension SessionAPI.CreatePasskey: SelfValidating {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    TextRules.violations(ofText: name, "name")
  }
}

extension SessionAPI.RenamePasskey: SelfValidating {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    TextRules.violations(ofText: name, "name")
  }
}

extension SessionAPI.CreateToken: SelfValidating {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    let anyMaker = TokenRules.Maker(scopes: TokenRules.scopes, expiresAt: nil)
    return TextRules.violations(ofText: name, "name")
      + violations {
        _ = try TokenRules.grant(scopes: scopes?.map(\.rawValue), expiresAt: expiresAt, by: anyMaker, now: now)
      }
  }
}
