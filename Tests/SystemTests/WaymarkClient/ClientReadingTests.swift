import Foundation
import Testing
import WaymarkClient

extension SystemTests {
  @Suite("Client library: reading")
  struct ClientReadingTests {
    @Test("Sends batches, lists incomplete works, changes an entry and searches")
    func manyAtOnce() async throws {
      let app = try App(Stack(), user: "ada")
      try await app.client.saveWork(Work(id: "kindred", title: "Kindred", authors: ["Octavia E. Butler"]))
      try await app.client.saveLibraryEntry("kindred", .init(status: .reading, currentPage: 12))
      let start = try #require(ISO8601DateFormatter().date(from: "2026-03-01T20:00:00Z"))
      let report = ReadingReport(
        workId: "kindred", startedAt: start, endedAt: start + 600, startPage: 12, endPage: 20)
      let readings = try await app.client.recordReadings([report, report])
      #expect(readings.map(\.status) == [201, 200] && readings[0].session?.pagesRead == 8)
      let ruck = RuckReport(startedAt: start, endedAt: start + 3_600, distance: 5_000, loadWeight: 10)
      let rucks = try await app.client.recordRucks([ruck])
      #expect(rucks.map(\.status) == [201] && rucks[0].ruck?.distance == 5_000)
      let missing = try await app.client.worksMissing(.gender)
      #expect(missing.items.map(\.title) == ["Kindred"] && missing.items.first?.missing.count == 5)
      #expect(try await app.client.diversityDimensions().count == 9)
      let changed = try await app.client.changeLibraryEntry("kindred", .init(rating: .set(4.5)))
      #expect(changed.rating == 4.5 && changed.currentPage == 20)
      #expect(try await app.client.changeLibraryEntry("kindred", .init(rating: .cleared)).rating == nil)
      #expect(try await app.client.works(matching: "BUTLER kin").items.map(\.id) == ["kindred"])
      #expect(try await app.client.library(.finished).items.isEmpty)
      #expect(try await app.client.library(.reading, matching: "kindred").items.count == 1)
    }

    @Test("Links stories to works by proposals, rates what was heard, and removes a link")
    func matches() async throws {
      let app = try App(Stack(), user: "ada")
      let client = app.client
      try await client.saveWork(Work(id: "dawn", title: "Dawn", authors: ["Octavia E. Butler"]))
      let draft = StoryDraft(title: "Dawn", estimatedDuration: 7_200, authors: ["Octavia E. Butler"])
      #expect(try await client.saveStory("dawn-audio", draft).authors == ["Octavia E. Butler"])
      let start = try #require(ISO8601DateFormatter().date(from: "2026-03-01T20:00:00Z"))
      _ = try await client.saveStory("rain", StoryDraft(title: "Rain", estimatedDuration: 60, asin: "B000000001"))
      let proposals = try await ReadingRepository(client: client).fetchMatches().items
      #expect(proposals.map(\.storyId) == ["dawn-audio", "rain"])
      #expect(proposals.map(\.reason) == [.titleAndAuthor, .create] && proposals[0].work?.title == "Dawn")
      #expect(try await client.accept(proposals[0]).workId == "dawn")
      #expect(try await client.accept(proposals[1]).workId == "rain")
      #expect(try await client.work("rain").identifiers?.asin == "B000000001")
      _ = try await client.recordSession(
        SessionReport(storyId: "dawn-audio", startedAt: start, endedAt: start + 3_600, completed: false))
      let listening = try #require(try await client.libraryEntry("dawn").listening)
      #expect(listening.startedAt == start && listening.listenedSeconds == 3_600 && listening.progress == 0.5)
      _ = try await client.recordSession(
        SessionReport(storyId: "dawn-audio", startedAt: start + 7_200, endedAt: start + 10_800, completed: true))
      let read = try #require(try await client.reads(of: "dawn").items.first)
      #expect(read.source == .listening && read.format == .audio && read.listenedSeconds == 7_200)
      #expect(try await client.changeRead(read.id, of: "dawn", .init(rating: .set(4.5))).rating == 4.5)
      await #expect(throws: APIError.self) { try await client.deleteRead(read.id, of: "dawn") }
      let story = try #require(try await client.stories(of: "dawn").items.first)
      #expect(try await client.unlink(story).workId == nil)
      await #expect(throws: APIError.notFound) { try await client.libraryEntry("dawn") }
      try await client.dismissMatch(storyId: "dawn-audio")
      #expect(try await client.matches().items.isEmpty)
      #expect(try await client.link(storyId: "dawn-audio", to: "dawn").workId == "dawn")
    }

    @Test("Adds, changes, lists and deletes reads, and reads a finished book again")
    func reads() async throws {
      let app = try App(Stack(), user: "ada")
      let client = app.client
      try await client.saveWork(Work(id: "dawn", title: "Dawn", authors: ["Octavia E. Butler"], pageCount: 248))
      let report = BookReadReport(status: .finished, finishedOn: .year(2019), rating: 4.25, format: .print)
      let added = try await client.addRead("dawn", report)
      #expect(added.title == "Dawn" && added.finishedOn == .year(2019) && added.source == .manual)
      let changed = try await client.changeRead(
        added.id, of: "dawn", BookReadPatch(finishedOn: .set(.month(CalendarMonth(year: 2019, month: 5)))))
      #expect(changed.finishedOn == PartialDate("2019-05") && changed.rating == 4.25)
      let entry = try await client.changeLibraryEntry("dawn", .init(status: .reading))
      #expect(entry.title == "Dawn" && entry.pageCount == 248 && entry.readCount == 1 && entry.rating == nil)
      #expect(try await client.reads(of: "dawn").items.map(\.status) == [.finished, .reading])
      await #expect(throws: APIError.self) { try await client.addRead("dawn", BookReadReport(status: .reading)) }
      #expect(try await client.finishedReads(year: 2019).items == [changed])
      #expect(try await client.finishedReads(year: 2018).items.isEmpty)
      let insights = try await client.journeyInsights()
      #expect(insights.booksRead == 1 && insights.works == 1 && insights.byFormat?.print == 1)
      try await client.deleteRead(added.id, of: "dawn")
      #expect(try await client.libraryEntry("dawn").readCount == 0)
    }

    @Test("A screen of a book adds, changes and deletes reads, reads again, and sees another device")
    @MainActor
    func book() async throws {
      let app = try App(Stack(), user: "ada")
      let client = app.client
      let model = BookModel(workId: "dawn", repository: ReadingRepository(client: client))
      await model.load()
      #expect(model.entry.value == .some(nil) && model.reads.value?.items.isEmpty == true)
      try await client.saveWork(Work(id: "dawn", title: "Dawn", authors: ["Octavia E. Butler"], pageCount: 248))
      let added = try await model.add(
        BookReadReport(status: .finished, finishedOn: .year(2019), rating: 4.25, format: .print))
      #expect(model.reads.value?.items == [added] && model.libraryEntry?.readCount == 1)
      #expect(model.libraryEntry?.title == "Dawn" && model.libraryEntry?.pageCount == 248)
      let changed = try await model.change(
        added, BookReadPatch(finishedOn: .set(.month(CalendarMonth(year: 2019, month: 5)))))
      #expect(model.reads.value?.items == [changed] && model.libraryEntry?.finishedOn == PartialDate("2019-05"))
      await #expect(throws: APIError.self) { try await model.change(changed, BookReadPatch(rating: .set(9))) }
      #expect(model.reads.value?.items == [changed])

      let again = try await model.readAgain()
      #expect(again.status == .reading && again.rating == nil && again.startedAt != nil)
      #expect(model.reads.value?.items.map(\.status) == [.finished, .reading])
      #expect(try await model.readAgain(startedAt: .distantPast).startedAt == again.startedAt)
      // Another device finishes the read before this one adds another open read.
      let open = try #require(model.openRead)
      try await client.changeRead(open.id, of: "dawn", BookReadPatch(status: .abandoned))
      #expect(try await model.add(BookReadReport(status: .reading)).status == .reading)
      await #expect(throws: APIError.self) { try await model.add(BookReadReport(status: .reading)) }
      #expect(model.reads.value?.items.map(\.status) == [.finished, .abandoned, .reading])
      try await model.delete(try #require(model.openRead))
      #expect(model.openRead == nil && model.libraryEntry?.status == .abandoned && model.failure == nil)
    }

    @Test("A screen of the library accepts and dismisses proposals, and accepts all")
    @MainActor
    func library() async throws {
      let app = try App(Stack(), user: "ada")
      let client = app.client
      try await client.saveWork(Work(id: "dawn", title: "Dawn", authors: ["Octavia E. Butler"]))
      for (id, title) in [("a", "Dawn"), ("b", "Rain"), ("c", "Fog"), ("d", "Snow")] {
        let draft = StoryDraft(title: title, estimatedDuration: 7_200, authors: ["Octavia E. Butler"])
        _ = try await client.saveStory(id, draft)
      }
      let model = LibraryModel(repository: ReadingRepository(client: client))
      await model.load()
      #expect(model.library.value?.items.isEmpty == true)
      var matches = try #require(model.matches.value?.items)
      #expect(
        matches.map(\.storyId) == ["a", "b", "c", "d"]
          && matches.map(\.reason) == [.titleAndAuthor, .create, .create, .create])
      #expect(try await model.accept(matches[0]).workId == "dawn")
      try await model.dismiss(matches[3])
      #expect(model.matches.value?.items.map(\.storyId) == ["b", "c"])
      #expect(model.library.value?.items.map(\.workId) == ["dawn"])
      matches = try #require(model.matches.value?.items)
      // Another device deletes a story before this one accepts its proposal.
      try await client.deleteStory("b")
      #expect(try await model.acceptAll() == 1)
      #expect(model.matches.value?.items.isEmpty == true && model.library.value?.items.count == 2)
      await #expect(throws: APIError.notFound) { try await model.accept(matches[0]) }
      #expect(model.matches.error == nil)
    }

    @Test("Settings and targets count from the day that is given, and their history is returned")
    @MainActor
    func settingsOverTime() async throws {
      let app = try App(Stack(), user: "ada")
      let client = app.client
      let model = SettingsModel(repository: app.repository)
      await model.load()
      #expect(model.profile.value?.history?.timezone.map(\.value) == ["UTC"])
      // The first time zone counts always without since.
      try await model.change(ProfileChanges(timezone: "Europe/Berlin", restDaysPerWeek: 1))
      #expect(model.profile.value?.history?.timezone == [.init(since: nil, value: "Europe/Berlin")])
      #expect(model.profile.value?.history?.restDaysPerWeek.map(\.value) == [0, 1])

      let day = CalendarDay(year: 2020, month: 2, day: 1)
      let moved = try await model.change(ProfileChanges(timezone: "Asia/Tokyo", since: .day(day)))
      let midnight = try #require(ISO8601DateFormatter().date(from: "2020-01-31T15:00:00Z"))
      #expect(
        moved.history?.timezone
          == [.init(since: nil, value: "Europe/Berlin"), .init(since: midnight, value: "Asia/Tokyo")])
      #expect(try await client.profile() == moved && model.profile.value == moved)
      let later = try await model.change(ProfileChanges(dayStart: 4, since: .now))
      #expect(later.history?.dayStart.map(\.value) == [0, 4] && later.history?.dayStart.last?.since != nil)
      let always = try await model.change(ProfileChanges(timezone: "UTC", dayStart: 3, since: .always))
      #expect(always.history?.timezone == [.init(since: nil, value: "UTC")])
      #expect(always.history?.dayStart == [.init(since: nil, value: 3)])
      await #expect(throws: APIError.self) {
        try await model.change(ProfileChanges(dayStart: 5, since: .day(CalendarDay(year: 9999, month: 1, day: 1))))
      }
      #expect(model.profile.value == always && model.failure == nil)

      let insights = InsightsRepository(client: client)
      try await insights.setGoal(.annualReading, target: 3, since: .day(day))
      try await insights.setGoal(.annualReading, target: 20)
      #expect(try await insights.fetchGoals(of: 2019).value.map(\.target) == [12, 5])
      #expect(try await insights.fetchGoals(of: 2020).value.map(\.target) == [3, 5])
      #expect(try await insights.fetchGoals().value.first?.target == 20)
      try await insights.setGoal(.annualReading, target: 8, since: .always)
      #expect(try await insights.fetchGoals(of: 2019).value.map(\.target) == [8, 5])
      #expect(try await client.goals(of: 2020).map(\.progress) == [0, 0])
    }

    @Test("Starts and stops a session, answers its prompt, and updates the radar")
    func journey() async throws {
      let app = try App(Stack(), user: "ada")
      let reading = ReadingSessionService(client: app.client)
      let diversity = DiversityStatsService(client: app.client)
      try await app.client.saveWork(Work(id: "kindred", title: "Kindred", pageCount: 264, publishedYear: 1979))
      let entry = try await app.client.saveLibraryEntry("kindred", .init(status: .reading, currentPage: 12))

      let started = try await reading.startSession(for: entry)
      #expect(started.startPage == 12)
      #expect(await reading.isSessionActive())
      // The app was restarted in the meantime.
      let reopened = ReadingSessionService(client: app.client)
      #expect(await !reopened.isSessionActive())
      #expect(try await reopened.refresh()?.sessionId == started.sessionId)
      await #expect(throws: APIError.self) { try await reading.startSession(for: entry) }

      let session = try await reopened.endSession(endPage: 40)
      #expect(session.pagesRead == 28 && session.enrichmentPromptShown)
      #expect(await reopened.currentSession() == nil)
      #expect(try await reopened.shouldShowEnrichmentPrompt())
      let prompt = try #require(await reopened.currentPrompt())
      #expect(prompt.dimension == .culturalOrigin)
      await reopened.recordEnrichmentShown(for: session)
      #expect(try await !reopened.shouldShowEnrichmentPrompt())

      let answer = try await reopened.answer(prompt, with: "North American")
      #expect(answer.completionBefore == 0 && answer.completionAfter == 20 && answer.pointsAwarded == 5)
      #expect(try await diversity.fetchCompletionPercentage() == 20)
      #expect(try await diversity.getMissingDataDimensions(for: "kindred").first == .gender)
      try await diversity.updateDiversityData(workId: "kindred", dimension: .gender, value: "Female")
      #expect(await diversity.latestRadar()?.axes[1].breakdown == ["Female": 1])
      #expect(try await diversity.calculateStats(period: .month).genderDistribution == ["Female": 1])
      #expect(try await diversity.fetchRadar().completion == 40)
      #expect(try await reopened.history(of: "kindred").items.map(\.enrichmentCompleted) == [true])
    }

    @Test("A skipped prompt is not shown again and saves nothing")
    func skip() async throws {
      let app = try App(Stack(), user: "ada")
      let reading = ReadingSessionService(client: app.client)
      try await app.client.saveWork(Work(id: "kindred", title: "Kindred"))
      let entry = try await app.client.saveLibraryEntry("kindred", .init(status: .reading))
      try await reading.startSession(for: entry)
      _ = try await reading.endSession(endPage: 9)
      let prompt = try #require(await reading.currentPrompt())
      try await reading.skip(prompt)
      #expect(try await !reading.shouldShowEnrichmentPrompt())
      #expect(try await app.client.workDiversity("kindred").values.isEmpty)
      await #expect(throws: APIError.self) { try await reading.answer(prompt, with: "African") }
    }

    @Test("Changes and deletes what was recorded, from the session to the work")
    func takenAway() async throws {
      let app = try App(Stack(), user: "ada")
      let client = app.client
      let reading = ReadingSessionService(client: client)
      try await client.saveWork(Work(id: "dawn", title: "Dawn"))
      let entry = try await client.saveLibraryEntry("dawn", .init(status: .reading))
      try await reading.startSession(for: entry)
      try await reading.discardSession()
      #expect(try await client.readingTimer() == nil)

      let end = Date(timeIntervalSinceNow: -60)
      let report = ReadingReport(workId: "dawn", startedAt: end - 600, endedAt: end, startPage: 1, endPage: 9)
      let session = try await client.recordReading(report)
      let changed = try await client.changeReadingSession(session.id, .init(endPage: 12))
      #expect(changed.pagesRead == 11)
      #expect(try await client.libraryEntry("dawn").currentPage == 12)
      try await client.deleteReadingSession(session.id)
      #expect(try await client.readingSessions(workId: "dawn").items.isEmpty)

      let diversity = DiversityStatsService(client: client)
      try await client.setDiversity("dawn", .gender, to: "Female")
      #expect(try await diversity.fetchCompletion().overall == 20)
      try await client.clearDiversity("dawn", .gender)
      #expect(try await diversity.fetchCompletion().overall == 0)

      try await client.deleteLibraryEntry("dawn")
      #expect(try await client.library().items.isEmpty)
      try await client.deleteWork("dawn")
      #expect(try await client.works().items.isEmpty)
    }
  }
}
