import Chronology
import Testing

@testable import Domain

@Suite struct WebhookRulesTests {
  private let now = Instant(seconds: 1_000_000)

  @Test(
    "Accepts one asterisk, or names that differ",
    arguments: [["*"], ["book.finished"], ["goal.reached", "ruck.recorded"]])
  func events(names: [String]) {
    #expect(WebhookRules.violations(events: names).isEmpty)
  }

  @Test(
    "Rejects other lists by their fields",
    arguments: [
      ([], ["events"]), (["*", "book.finished"], ["events[0]"]), (["book.finished", "book.finished"], ["events[1]"]),
      (["test"], ["events[0]"]), (["book.finished", "", "x"], ["events[1]", "events[2]"]),
    ] as [([String], [String])])
  func malformed(names: [String], fields: [String]) {
    #expect(WebhookRules.violations(events: names).map(\.field) == fields)
  }

  @Test("A list of any length has few violations")
  func longList() {
    #expect(WebhookRules.violations(events: Array(repeating: "x", count: 100_000)).count <= 9)
  }

  @Test("Rejects long addresses and fragments")
  func addresses() {
    #expect(WebhookRules.violations(url: "https://h/x", isAddress: true).isEmpty)
    #expect(!WebhookRules.violations(url: "https://h/x", isAddress: false).isEmpty)
    #expect(!WebhookRules.violations(url: "https://h/#x", isAddress: true).isEmpty)
    #expect(!WebhookRules.violations(url: "https://h/" + String(repeating: "x", count: 2_000), isAddress: true).isEmpty)
  }

  @Test("Attempts follow after 5 s to 24 h, within ten percent, and then end")
  func retries() throws {
    var total: Int64 = 0
    for (index, seconds) in [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].enumerated() {
      let next = try #require(WebhookRules.nextAttempt(afterFailures: index + 1, at: now, dice: 0.5))
      #expect(next - now == Int64(seconds))
      for dice in [0, 1.0] {
        let pause = try #require(WebhookRules.nextAttempt(afterFailures: index + 1, at: now, dice: dice)) - now
        #expect(abs(Double(pause) - Double(seconds) * (0.9 + 0.2 * dice)) <= 0.5)
      }
      total += next - now
    }
    #expect(WebhookRules.nextAttempt(afterFailures: 10, at: now, dice: 0) == nil)
    #expect(total < WebhookRules.failingSeconds)
  }

  @Test("Only events of the last day are recent")
  func recent() {
    #expect(WebhookRules.isRecent(now + -86_400, now: now) && WebhookRules.isRecent(now + 300, now: now))
    #expect(!WebhookRules.isRecent(now + -86_401, now: now))
  }

  @Test("Five days without success, or status 410, switch a webhook off")
  func switchOff() {
    let five: Int64 = 5 * 86_400
    var webhook = Webhook(id: "w", url: "https://h", events: ["*"], createdAt: now)
    webhook.note(.status(500), of: "test", at: now)
    webhook.note(.failed("x"), of: "test", at: now + (five - 1))
    #expect(webhook.isOn && webhook.failingSince == now)
    var other = webhook
    other.note(.status(204), of: "test", at: now + (five - 1))
    other.note(.status(500), of: "test", at: now + five)
    #expect(other.isOn)
    webhook.note(.status(302), of: "book.finished", at: now + five)
    #expect(!webhook.isOn && !webhook.reports(.bookFinished))
    #expect(webhook.lastDelivery?.status == 302 && webhook.lastDelivery?.type == "book.finished")
    other.note(.status(410), of: "test", at: now + (five + 1))
    #expect(!other.isOn)
  }

  @Test(
    "Only 2xx is a success",
    arguments: [(200, true), (204, true), (299, true), (199, false), (300, false), (302, false), (404, false)])
  func outcomes(status: Int, isSuccess: Bool) {
    #expect(WebhookOutcome.status(status).isSuccess == isSuccess)
    #expect((WebhookOutcome.status(status).problem == nil) == isSuccess)
  }

  @Test("Reports the named events, or all")
  func reports() {
    var webhook = Webhook(id: "w", url: "https://h", events: ["book.finished"], createdAt: now)
    #expect(webhook.reports(.bookFinished) && !webhook.reports(.goalReached) && !webhook.reportsUnlocks)
    webhook.events = ["*"]
    #expect(WebhookEvent.allCases.allSatisfy(webhook.reports) && webhook.reportsUnlocks)
    webhook.isOn = false
    #expect(!WebhookEvent.allCases.contains(where: webhook.reports))
  }
}
