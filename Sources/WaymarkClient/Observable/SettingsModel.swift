public import Foundation
public import Observation

/// The state of a settings screen: the profile with the settings that decide how days and streaks are counted, and
/// their values over time.
@MainActor @Observable
public final class SettingsModel {
  /// The profile.
  public internal(set) var profile: JourneySection<Profile> = .idle
  /// Why ``followChanges()`` has ended, or nil.
  public private(set) var failure: APIError?
  /// Whether a change is being sent.
  public var isChanging: Bool { writes > 0 }

  /// The number of changes that are being sent.
  private var writes = 0
  @ObservationIgnored let repository: ReadingJourneyRepository
  @ObservationIgnored private let loader = SectionLoader<SettingsModel>()

  /// Creates a model. It loads nothing until ``load()`` is called.
  public init(repository: ReadingJourneyRepository) {
    self.repository = repository
  }

  /// Loads the profile. Call it when the screen appears. A fresh cached value is shown without a request.
  public func load() async { await load(false) }

  /// Loads the profile from the server. Call it when the person pulls to refresh, and to try again.
  public func refresh() async { await load(true) }

  /// Loads the profile again whenever it changes on any device, until the task is cancelled or the token is rejected.
  /// Call it from a view's `task`.
  public func followChanges() async {
    failure = nil
    do throws(APIError) {
      try await repository.client.followChanges(of: [.profile]) { await refresh() }
    } catch {
      failure = error
    }
  }

  /// Changes the profile, loads it again and returns it. If the server rejects the change, this throws and changes
  /// nothing. If the result is unknown, it throws and shows what the server has.
  ///
  /// - Parameter changes: the new settings. ``ProfileChanges/since`` says from when on they count.
  @discardableResult
  public func change(_ changes: ProfileChanges) async throws(APIError) -> Profile {
    writes += 1
    defer { writes -= 1 }
    do throws(APIError) {
      let changed = try await repository.changeProfile(changes)
      profile.revise { $0 = changed }
      await load(false)
      return changed
    } catch {
      if error.needsReload { await load(false) }
      throw error
    }
  }

  /// The time of the profile if it is shown because the server cannot be reached; otherwise nil.
  public var offlineSince: Date? { profile.offlineSince }

  private func load(_ forceRefresh: Bool) async {
    await loader.load(\.profile, of: self) { [repository] show throws(APIError) in
      try await repository.fetchProfile(forceRefresh: forceRefresh, showing: show)
    }
  }
}
