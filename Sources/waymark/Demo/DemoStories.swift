import Domain

/// The stories of the user `demo`.
enum DemoStories {
  struct Story {
    var id: String
    var title: String
    var hero: String
    var minutes: Int
    var isFavorite = false
  }

  static let heroes = [
    Hero(id: "mira", name: "Mira of the Ferries"), Hero(id: "okoro", name: "Captain Okoro"),
    Hero(id: "lin", name: "Lin the Mapmaker"), Hero(id: "tomas", name: "Tomás and the Owl"),
    Hero(id: "aila", name: "Aila"), Hero(id: "bram", name: "Old Bram"),
  ]

  static let all = [
    Story(id: "sea-road", title: "The Sea Road", hero: "mira", minutes: 32, isFavorite: true),
    Story(id: "night-ferry", title: "The Night Ferry", hero: "mira", minutes: 28),
    Story(id: "harbour-bells", title: "Harbour Bells", hero: "mira", minutes: 41),
    Story(id: "salt-letters", title: "Letters in Salt", hero: "mira", minutes: 24),
    Story(id: "iron-river", title: "The Iron River", hero: "okoro", minutes: 47, isFavorite: true),
    Story(id: "seventh-lock", title: "The Seventh Lock", hero: "okoro", minutes: 38),
    Story(id: "monsoon", title: "Before the Monsoon", hero: "okoro", minutes: 52),
    Story(id: "blue-compass", title: "The Blue Compass", hero: "lin", minutes: 35, isFavorite: true),
    Story(id: "paper-mountains", title: "Paper Mountains", hero: "lin", minutes: 29),
    Story(id: "silk-and-ink", title: "Silk and Ink", hero: "lin", minutes: 44),
    Story(id: "white-edge", title: "The White Edge of the Map", hero: "lin", minutes: 55),
    Story(id: "owl-school", title: "The Owl's School", hero: "tomas", minutes: 18),
    Story(id: "owl-winter", title: "The Owl's Winter", hero: "tomas", minutes: 21, isFavorite: true),
    Story(id: "orange-grove", title: "The Orange Grove", hero: "tomas", minutes: 26),
    Story(id: "clock-tower", title: "Up the Clock Tower", hero: "tomas", minutes: 17),
    Story(id: "ice-singers", title: "The Ice Singers", hero: "aila", minutes: 33),
    Story(id: "two-sledges", title: "Two Sledges North", hero: "aila", minutes: 39),
    Story(id: "green-lights", title: "Green Lights", hero: "aila", minutes: 27, isFavorite: true),
    Story(id: "reindeer-year", title: "A Reindeer's Year", hero: "aila", minutes: 30),
    Story(id: "last-tram", title: "The Last Tram", hero: "bram", minutes: 22),
    Story(id: "cellar", title: "What the Cellar Kept", hero: "bram", minutes: 36),
    Story(id: "chess-cafe", title: "The Chess Café", hero: "bram", minutes: 43),
    Story(id: "tin-whistle", title: "The Tin Whistle", hero: "bram", minutes: 19),
    Story(id: "snow-post", title: "Snow Post", hero: "bram", minutes: 25),
  ]
}
