/// Response bodies about diversity.
enum DiversityBodies {
  static func radar(completion: Double = 75, period: String = "allTime", missing: Int = 2) -> String {
    """
    {"period":"\(period)","completion":\(completion),"axes":[
     {"dimension":"culturalOrigin","label":"Cultural Origin","value":40.5,"completion":80,"isGhost":false,
      "missingBooks":\(missing),"breakdown":{"African":3},"description":"Cultural Origin: 80% complete."},
     {"dimension":"gender","label":"Gender","value":0,"completion":0,"isGhost":true,"missingBooks":4,
      "breakdown":{},"description":"Gender: 0% complete."},
     {"dimension":"translation","label":"Translation","value":9,"completion":100,"isGhost":false,"missingBooks":0,
      "breakdown":{"Translated":4},"description":"Translation: 100% complete."}]}
    """
  }

  static func completion(_ overall: Double = 75, points: Int = 40) -> String {
    """
    {"overall":\(overall),"curatorPoints":\(points),"missingFields":6,"dimensions":[
     {"dimension":"culturalOrigin","label":"Cultural Origin","completion":80,"filled":4,"total":5}]}
    """
  }

  static func answer(work: String = "w1", value: String = "African", after: Double = 80, points: Int = 5) -> String {
    """
    {"workId":"\(work)","dimension":"culturalOrigin","value":"\(value)","completionBefore":75,
     "completionAfter":\(after),"pointsAwarded":\(points),"curatorPoints":45,
     "radar":\(radar(completion: after, missing: 1))}
    """
  }

  static let dimensions = """
    {"dimensions":[{"dimension":"culturalOrigin","label":"Cultural Origin","question":"Where is the author from?",
     "isCore":true,"isDerived":false,"options":[{"value":"African","label":"African","icon":"globe.europe.africa"},
     {"value":"Asian","label":"Asian","icon":"globe.asia.australia"}]},
     {"dimension":"timePeriod","label":"Time Period","question":null,"isCore":false,"isDerived":true,"options":[]}]}
    """

  static let missing = """
    {"items":[{"workId":"w1","title":"Kindred","missing":["culturalOrigin"]},
     {"workId":"w2","title":"Dawn","missing":["culturalOrigin","gender"]}],"nextCursor":null}
    """

  static let prompt = """
    {"id":"p1","sessionId":"r1","workId":"w1","dimension":"culturalOrigin","question":"Where is the author from?",
     "options":[{"value":"African","label":"African","icon":"globe"}],"skippable":true}
    """
}
