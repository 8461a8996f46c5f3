import API

/// The targets of fuzzing. A failed check stops the process.
enum FuzzTarget: String, CaseIterable {
  case frames, cbor, requests, json, jwt, passkeys
  // Requests of foreign protocols.
  case kosync, basic, dav
  // Files of other apps, named by content or format.
  case books, listening, koreader, wal, kobo, kindle, spotify, audible
  case strava, gpx, tcx, fit, activities, garmin, runkeeper, fitbit, samsung, health, workouts, account, koinsight
  // Requests of podcast and music players.
  case podcasts, listens
  // Images for covers.
  case images

  func check(_ bytes: [UInt8]) {
    switch self {
    case .frames: checkFrames(bytes)
    case .cbor: bytes.withUnsafeBytes { checkItem($0) }
    case .requests: checkRequests(bytes)
    case .json: checkJSON(bytes)
    case .jwt: checkToken(bytes)
    case .passkeys: checkPasskey(bytes)
    case .kosync: checkPush(bytes)
    case .basic: checkCredentials(bytes)
    case .dav: checkDestination(bytes)
    case .books: checkBooks(bytes)
    case .listening: checkImport(.audiobookshelf, bytes)
    case .koreader: checkImport(.koreader, bytes)
    case .wal: checkLog(bytes)
    case .kobo: checkImport(.kobo, bytes)
    case .kindle: checkImport(.kindle, bytes)
    case .spotify: checkImport(.spotify, bytes)
    case .audible: checkImport(.audible, bytes)
    case .strava: checkImport(.strava, bytes)
    case .gpx: checkImport(.gpx, bytes)
    case .tcx: checkImport(.tcx, bytes)
    case .fit: checkImport(.fit, bytes)
    case .activities: checkImport(.activities, bytes)
    case .garmin: checkImport(.garmin, bytes)
    case .runkeeper: checkImport(.runkeeper, bytes)
    case .fitbit: checkImport(.fitbit, bytes)
    case .samsung: checkImport(.samsungHealth, bytes)
    case .health: checkImport(.appleHealth, bytes)
    case .workouts: checkImport(.healthAutoExport, bytes)
    case .koinsight: checkImport(.koreader, bytes)
    case .account: checkAccount(bytes)
    case .podcasts: checkPodcasts(bytes)
    case .listens: checkListens(bytes)
    case .images: checkImage(bytes)
    }
  }
}
