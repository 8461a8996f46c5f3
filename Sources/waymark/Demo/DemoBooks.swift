import Domain

/// The books of the user `demo` in reading order. The last ones are only wanted.
enum DemoBooks {
  struct Book {
    var work: Work
    var culture: String
    var gender: String
    var geography: String
    var isOwnVoices: Bool

    init(
      _ title: String, _ author: String, _ pages: Int, _ year: Int, _ genres: [String], _ culture: String,
      _ gender: String, _ geography: String, in original: String = "English", own: Bool = true
    ) {
      let id = title.lowercased().split { !("a"..."z").contains($0) && !("0"..."9").contains($0) }
      work = Work(
        id: id.joined(separator: "-"), title: title, authors: [author], pageCount: pages, language: "English",
        originalLanguage: original, genres: genres, publishedYear: year)
      self.culture = culture
      self.gender = gender
      self.geography = geography
      isOwnVoices = own
    }
  }

  /// The index of the abandoned book.
  static let abandoned = 9
  /// The number of wanted books at the end.
  static let wanted = 4

  static let all = [
    Book("Things Fall Apart", "Chinua Achebe", 209, 1958, ["Fiction"], "African", "Male", "Africa"),
    Book("The Vegetarian", "Han Kang", 188, 2007, ["Fiction"], "Asian", "Female", "Asia", in: "Korean"),
    Book(
      "Braiding Sweetgrass", "Robin Wall Kimmerer", 390, 2013, ["Nature", "Essays"], "Indigenous", "Female",
      "North America"),
    Book(
      "The Dispossessed", "Ursula K. Le Guin", 341, 1974, ["Science Fiction"], "North American", "Female",
      "North America", own: false),
    Book(
      "Season of Migration to the North", "Tayeb Salih", 169, 1966, ["Fiction"], "Middle Eastern", "Male", "Africa",
      in: "Arabic"),
    Book(
      "The House of the Spirits", "Isabel Allende", 433, 1982, ["Fiction", "Magic Realism"], "Latin American", "Female",
      "South America", in: "Spanish"),
    Book(
      "The Left Hand of Darkness", "Ursula K. Le Guin", 304, 1969, ["Science Fiction"], "North American", "Female",
      "Europe", own: false),
    Book("Small Things Like These", "Claire Keegan", 116, 2021, ["Fiction"], "European", "Female", "Europe"),
    Book("Annie John", "Jamaica Kincaid", 148, 1985, ["Fiction"], "Caribbean", "Female", "North America"),
    Book("Ulysses", "James Joyce", 730, 1922, ["Fiction", "Classic"], "European", "Male", "Europe"),
    Book("Convenience Store Woman", "Sayaka Murata", 163, 2016, ["Fiction"], "Asian", "Female", "Asia", in: "Japanese"),
    Book("The Bone People", "Keri Hulme", 450, 1984, ["Fiction"], "Oceanian", "Female", "Oceania"),
    Book(
      "Persepolis", "Marjane Satrapi", 343, 2000, ["Memoir", "Comics"], "Middle Eastern", "Female", "Asia", in: "French"
    ),
    Book(
      "A Brief History of Seven Killings", "Marlon James", 688, 2014, ["Fiction"], "Caribbean", "Male",
      "North America"),
    Book(
      "The Summer Book", "Tove Jansson", 184, 1972, ["Fiction", "Nature"], "European", "Female", "Europe", in: "Swedish"
    ),
    Book("Purple Hibiscus", "Chimamanda Ngozi Adichie", 307, 2003, ["Fiction"], "African", "Female", "Africa"),
    Book("Kitchen", "Banana Yoshimoto", 152, 1988, ["Fiction"], "Asian", "Female", "Asia", in: "Japanese"),
    Book("There There", "Tommy Orange", 294, 2018, ["Fiction"], "Indigenous", "Male", "North America"),
    Book(
      "Pedro Páramo", "Juan Rulfo", 124, 1955, ["Fiction", "Magic Realism"], "Latin American", "Male", "North America",
      in: "Spanish"),
    Book(
      "Klara and the Sun", "Kazuo Ishiguro", 307, 2021, ["Science Fiction"], "European", "Male", "North America",
      own: false),
    Book("The God of Small Things", "Arundhati Roy", 340, 1997, ["Fiction"], "Asian", "Female", "Asia"),
    Book("Freshwater", "Akwaeke Emezi", 229, 2018, ["Fiction"], "African", "Non-binary", "Africa"),
    Book("The Remains of the Day", "Kazuo Ishiguro", 258, 1989, ["Fiction"], "European", "Male", "Europe", own: false),
    Book("Whale Rider", "Witi Ihimaera", 152, 1987, ["Fiction"], "Oceanian", "Male", "Oceania"),
    Book(
      "Invisible Cities", "Italo Calvino", 165, 1972, ["Fiction"], "European", "Male", "Asia", in: "Italian", own: false
    ),
    Book("Kindred", "Octavia E. Butler", 287, 1979, ["Science Fiction"], "North American", "Female", "North America"),
    Book(
      "The Hour of the Star", "Clarice Lispector", 86, 1977, ["Fiction"], "Latin American", "Female", "South America",
      in: "Portuguese"),
    Book("Homegoing", "Yaa Gyasi", 320, 2016, ["Fiction"], "African", "Female", "Africa"),
    Book("The Three-Body Problem", "Liu Cixin", 400, 2008, ["Science Fiction"], "Asian", "Male", "Asia", in: "Chinese"),
    Book(
      "The Overstory", "Richard Powers", 502, 2018, ["Fiction", "Nature"], "North American", "Male", "North America"),
    Book(
      "My Name Is Red", "Orhan Pamuk", 448, 1998, ["Fiction", "Crime"], "Middle Eastern", "Male", "Europe",
      in: "Turkish"),
    Book(
      "The Shadow of the Wind", "Carlos Ruiz Zafón", 487, 2001, ["Fiction", "Crime"], "European", "Male", "Europe",
      in: "Spanish"),
    Book("Half of a Yellow Sun", "Chimamanda Ngozi Adichie", 433, 2006, ["Fiction"], "African", "Female", "Africa"),
    Book("The Memory Police", "Yoko Ogawa", 274, 1994, ["Science Fiction"], "Asian", "Female", "Asia", in: "Japanese"),
    Book("Middlemarch", "George Eliot", 880, 1871, ["Fiction", "Classic"], "European", "Female", "Europe"),
    Book(
      "One Hundred Years of Solitude", "Gabriel García Márquez", 417, 1967, ["Fiction", "Magic Realism"],
      "Latin American", "Male", "South America", in: "Spanish"),
    Book("The Buried Giant", "Kazuo Ishiguro", 345, 2015, ["Fantasy"], "European", "Male", "Europe", own: false),
    Book("Go, Went, Gone", "Jenny Erpenbeck", 286, 2015, ["Fiction"], "European", "Female", "Europe", in: "German"),
  ]
}
