import API
import Charts
import Chronology
import Domain
import Languages
import Pictures
import Proto
import Views

/// Achievements as cards to share.
extension MilestoneQueries {
  static func drawAchievement(_ call: MilestoneAPI.DrawAchievement) throws -> ViewQuery<MilestonesView, MediaReply> {
    let width = try PictureWidth.checked(call.width, else: PictureWidth.standardCard)
    return { view, _ in
      MediaReply(drawing(try standing(call.id, call.lang, &view), in: view, width: width, call.lang), theme: call.theme)
    }
  }

  static func drawShared(_ call: DrawShared<MilestoneAPI>) throws -> ViewQuery<MilestonesView, MediaReply> {
    { view, _ in
      let standing = try shared(call.picture, call.options, call.lang, &view)
      return MediaReply(drawing(standing, in: view, width: PictureWidth.standardCard, call.lang), theme: call.theme)
    }
  }

  static func readShared(_ call: ReadShared<MilestoneAPI>) throws -> ViewQuery<MilestonesView, SharedFigures> {
    { view, _ in
      let standing = try shared(call.picture, call.options, call.lang, &view)
      return try SharedFigures(
        drawing(standing, in: view, width: PictureWidth.standardCard, call.lang), .reading,
        figures: SharedAchievement(standing, unlockedOn: day(standing, in: view)))
    }
  }

  private static func shared(
    _ picture: SharedPicture, _ options: ShareOptions, _ language: Language?, _ view: inout MilestonesView
  ) throws(Fault) -> AchievementStanding {
    guard picture == .achievement, let id = options.achievement else { throw Fault.notShared }
    return try standing(id, language, &view)
  }

  private static func standing(
    _ id: String, _ language: Language?, _ view: inout MilestonesView
  ) throws(Fault) -> AchievementStanding {
    guard let standing = view.achievements().first(where: { $0.id == id }) else { throw Fault.noAchievement }
    return standing.translated(to: language)
  }

  private static func drawing(
    _ standing: AchievementStanding, in view: MilestonesView, width: Int, _ language: Language?
  ) -> Drawing {
    AchievementPicture.drawing(standing, unlockedOn: day(standing, in: view), width: width, language: language)
  }

  private static func day(_ standing: AchievementStanding, in view: MilestonesView) -> Day? {
    standing.unlockedAt.map { view.calendar.day(of: $0) }
  }
}
