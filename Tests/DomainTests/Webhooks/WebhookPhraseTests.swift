import Chronology
import Testing

@testable import Domain

@Suite struct WebhookPhraseTests {
  private let start = Instant(seconds: 1_000_000)

  @Test(
    "Times are phrases",
    arguments: [
      (0.0, "less than a minute"), (59, "less than a minute"), (60, "1 minute"), (2_700, "45 minutes"),
      (3_600, "1 hour"), (3_660, "1 hour 1 minute"), (7_500, "2 hours 5 minutes"),
    ])
  func times(seconds: Double, text: String) {
    #expect(WebhookPhrase.time(seconds) == text)
  }

  @Test("No time is too long")
  func longTime() { #expect(WebhookPhrase.time(.greatestFiniteMagnitude).hasSuffix("minutes")) }

  @Test("Names the story, the pages, the distance and the load")
  func messages() {
    let heard = ListeningSession(
      storyId: "s", startedAt: start, endedAt: start + 600, completed: true, duration: 600)
    #expect(WebhookPhrase.listening(heard, title: "Moon").message == "Listened to Moon for 10 minutes.")
    #expect(WebhookPhrase.listening(heard, title: nil).message == "Listened to a story for 10 minutes.")
    var read = ReadingSession(workId: "w", startedAt: start, endedAt: start + 2_700, startPage: 12, endPage: 40)
    #expect(WebhookPhrase.reading(read, title: "Dune").message == "Read Dune for 45 minutes, 28 pages.")
    read.endPage = 13
    #expect(WebhookPhrase.reading(read, title: nil).message == "Read a book for 45 minutes, 1 page.")
    read.endPage = 0
    #expect(WebhookPhrase.reading(read, title: "Dune").message == "Read Dune for 45 minutes.")
    let ruck = Ruck(startedAt: start, endedAt: start + 3_720, distance: 5_250, loadWeight: 20)
    #expect(WebhookPhrase.ruck(ruck).message == "Rucked 5.3 km with 20 kg in 1 hour 2 minutes.")
    #expect(WebhookPhrase.finished(title: "Dune").title == "Finished Dune")
  }
}
