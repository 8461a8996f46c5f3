// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The settings of tests. `deploy/test` builds everything once, in the release configuration; optimising the tests' own
/// code would take more time than it saves. Helpers that run in long loops are optimised.
let unoptimised = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// The settings of products whose speed no test measures. `deploy/test` does not optimise them: that would take four
/// times as long.
let unmeasured = Context.environment["WAYMARK_TEST_BUILD"] == nil ? strict : unoptimised

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// One of the three parts of `Proto`, which share their tests.
func proto(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/Proto/\(name)", swiftSettings: strict)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.target(name: name)] + dependencies, swiftSettings: unoptimised)
}

let package = Package(
  name: "waymark",
  // For WaymarkClient, which is written for these platforms too; only Linux is built and tested.
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "waymark", targets: ["waymark"]),
    .library(name: "WaymarkClient", targets: ["WaymarkClient"]),
  ],
  targets: [
    .systemLibrary(name: "CLinux"),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    // Pure: no input or output, no clock.
    library("Chronology"),
    library("JSON"),
    // The catalogues of translations, embedded by the C compiler.
    .target(name: "CLanguages"),
    .target(
      name: "Languages", dependencies: ["Chronology", "CLanguages", "JSON"], exclude: ["Catalogues"],
      swiftSettings: strict),
    library("Domain", ["Chronology", "Languages"]),
    library("Charts", ["Chronology", "Domain", "Languages"]),
    library("Queueing"),

    // The machine. CPostgres and CCurl need only the libraries' headers: they load the libraries on first use.
    .target(name: "CPostgres"),
    // Cleans the pages of SQLite's files. Written in C, because SQLite calls it with its own structures.
    .target(name: "CPages", dependencies: ["CSQLite"]),
    .target(name: "CCurl"),
    library("Crypto", ["CCrypto"]),
    library("Compression", ["CZlib"]),

    // Signed tokens and the rules of OpenID Connect. Pure, except for the generator of random numbers.
    library("WebTokens", ["Crypto"]),
    library("OpenIDConnect", ["Chronology", "Crypto", "JSON", "WebTokens"]),
    proto("CBOR", ["Chronology"]),
    proto("Loop", ["CLinux"]),
    proto("RPC", ["CBOR", "Chronology", "Loop", "Queueing"]),
    .target(
      name: "Proto", dependencies: ["CBOR", "Loop", "RPC"], exclude: ["CBOR", "Loop", "RPC"], swiftSettings: strict),
    library("API", ["Chronology", "Domain", "Languages", "Proto"]),
    library("Storage", ["CLinux", "CPages", "CPostgres", "CSQLite", "Queueing"]),
    library("Service", ["Chronology", "CLinux", "JSON", "Proto"]),
    library("Views", ["API", "Chronology", "Crypto", "Domain", "Proto", "Queueing", "Service", "Storage"]),

    // Figures drawn by Charts, as replies of a service.
    library("Pictures", ["API", "Charts", "Compression", "Domain", "Proto"]),

    // Foreign protocols. Pure: the edge reads their requests and carries out their steps.
    library("Connectors", ["API", "Chronology", "Crypto", "Domain", "JSON", "Languages", "Proto"]),

    // The four services and the edge.
    library("WebAuthn", ["Crypto", "JSON", "Proto"]),
    library(
      "SessionSvc",
      [
        "API", "Charts", "Chronology", "Compression", "Connectors", "Crypto", "Domain", "JSON",
        "Languages", "OpenIDConnect", "Pictures", "Proto", "Service", "Storage", "WebAuthn",
      ]),
    library(
      "StatsSvc",
      ["API", "Charts", "Chronology", "Domain", "JSON", "Languages", "Pictures", "Proto", "Service", "Views"]),
    library(
      "MilestoneSvc", ["API", "Charts", "Chronology", "Domain", "Languages", "Pictures", "Proto", "Service", "Views"]),
    library(
      "DiversitySvc",
      ["API", "Charts", "Chronology", "Crypto", "Domain", "Languages", "Pictures", "Proto", "Service", "Views"]),
    library(
      "EdgeHTTP",
      [
        "API", "CCrypto", "Chronology", "CLinux", "Compression", "Connectors", "Crypto", "JSON", "Languages",
        "Proto", "Queueing", "Service", "WebTokens",
      ]),

    // Calls other servers.
    library("OutboundSvc", ["API", "CCurl", "Chronology", "Domain", "Import", "Proto", "Service", "Storage"]),

    // The web page's files, embedded by the C compiler.
    .target(name: "CDashboard"),
    .target(
      name: "Dashboard", dependencies: ["CDashboard", "Compression"], exclude: ["Page"], swiftSettings: strict),

    // Translates the files of other apps into the calls that apps make.
    library(
      "Import",
      [
        "API", "CExpat", "Chronology", "CLinux", "Compression", "Crypto", "CSQLite", "CZlib", "Domain", "JSON",
        "Proto",
      ]),

    // For Swift apps; depends on no other target.
    .target(name: "WaymarkClient", swiftSettings: unmeasured),

    // Backup, restore, verification, moving to another database, and the supervisor: what commands call.
    library(
      "Operations",
      ["API", "Chronology", "CLinux", "Crypto", "Domain", "Proto", "Service", "SessionSvc", "Storage", "Views"]),

    // The command line.
    .executableTarget(
      name: "waymark",
      dependencies: [
        "API", "Chronology", "CLinux", "Compression", "Dashboard", "DiversitySvc", "Domain", "EdgeHTTP", "Import",
        "JSON", "MilestoneSvc", "Operations", "OutboundSvc", "Proto", "Service", "SessionSvc", "StatsSvc", "Storage",
      ],
      swiftSettings: strict),

    // Benchmarks, which are not installed.
    .executableTarget(
      name: "waymark-bench",
      dependencies: [
        "API", "Charts", "Chronology", "CLinux", "Crypto", "CSQLite", "Domain", "JSON", "Operations", "Proto",
        "Service", "SessionSvc", "Storage",
      ],
      swiftSettings: unmeasured),

    // Slow, obvious models, for unit tests and system tests.
    .target(
      name: "SlowModels", dependencies: ["Chronology", "Domain"], path: "Tests/SlowModels", swiftSettings: strict),

    // The random histories and slow models of the tests of Domain. Optimised: they take most of the tests' time.
    .target(
      name: "DomainModels", dependencies: ["Chronology", "Domain", "SeededRandom", "SlowModels"],
      path: "Tests/DomainModels", swiftSettings: strict),

    // Runs a view's service over an in-memory journal, in one process.
    .target(
      name: "ViewHarness", dependencies: ["API", "Chronology", "Domain", "Proto", "Service", "Views"],
      path: "Tests/ViewHarness", swiftSettings: strict),

    // Reads the text on the pages of a PDF.
    .target(name: "PDFContent", dependencies: ["CZlib"], path: "Tests/PDFContent", swiftSettings: strict),

    // Random numbers from a seed.
    .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: strict),

    // Loops with virtual time and streams in memory.
    .target(
      name: "VirtualLoop", dependencies: ["CLinux", "Loop", "SeededRandom"], path: "Tests/VirtualLoop",
      swiftSettings: strict),

    // A user who performs random valid actions.
    .target(
      name: "RandomHistory", dependencies: ["API", "Chronology", "Domain", "Proto", "SeededRandom"],
      path: "Tests/RandomHistory", swiftSettings: strict),

    // A PostgreSQL server that ends with the tests, and a relay that cuts its connections.
    .target(
      name: "PostgresServer", dependencies: ["Programs"], path: "Tests/PostgresServer", swiftSettings: unoptimised),

    // An OpenID Connect provider that can misbehave.
    .target(
      name: "TestProvider", dependencies: ["CCrypto", "Crypto"], path: "Tests/TestProvider",
      swiftSettings: unoptimised),

    // A foreign server whose responses a test decides.
    .target(name: "ForeignServer", path: "Tests/ForeignServer", swiftSettings: unoptimised),

    // SQLite write-ahead logs with valid checksums and arbitrary content.
    .target(name: "ForgedLog", path: "Tests/ForgedLog", swiftSettings: strict),

    // An authenticator whose statements can be wrong on purpose.
    .target(
      name: "SoftAuthenticator", dependencies: ["CCrypto", "Crypto"], path: "Tests/SoftAuthenticator",
      swiftSettings: strict),

    // Programs that tests start; they end no later than the tests.
    .target(
      name: "Programs", dependencies: ["CLinux", "Service"], path: "Tests/Programs", swiftSettings: unoptimised),

    tests(of: "Chronology", ["Programs", "SeededRandom"]),
    tests(of: "Domain", ["Chronology", "DomainModels", "SeededRandom", "SlowModels"]),
    tests(of: "Charts", ["Chronology", "Compression", "Domain", "Languages", "Programs", "SeededRandom"]),
    tests(of: "Queueing", ["SeededRandom"]),
    tests(of: "JSON", ["SeededRandom"]),
    tests(of: "Languages", ["Chronology", "Domain", "SeededRandom"]),
    tests(of: "Crypto"),
    tests(of: "WebAuthn", ["Crypto", "SoftAuthenticator"]),
    tests(of: "OpenIDConnect", ["Chronology", "Crypto", "TestProvider"]),
    tests(of: "OutboundSvc", ["API", "Chronology", "Domain", "ForeignServer", "Proto", "Service"]),
    tests(of: "Compression", ["CZlib", "Programs", "SeededRandom"]),
    tests(of: "Dashboard", ["Compression"]),
    tests(of: "Proto", ["CBOR", "Chronology", "Loop", "RPC", "SeededRandom", "VirtualLoop"]),
    tests(of: "API", ["Chronology", "Domain", "Proto"]),
    tests(of: "Storage", ["CPages", "CSQLite", "PostgresServer", "Queueing", "SeededRandom"]),
    tests(of: "Service", ["Chronology", "Proto", "VirtualLoop"]),
    tests(
      of: "Views",
      [
        "API", "Chronology", "Crypto", "Domain", "Programs", "Proto", "SeededRandom", "Service", "Storage",
        "ViewHarness", "VirtualLoop",
      ]),
    tests(
      of: "SessionSvc",
      [
        "API", "Chronology", "Compression", "Connectors", "Crypto", "Domain", "Languages", "OpenIDConnect",
        "PostgresServer", "Proto", "SeededRandom", "Service", "SoftAuthenticator", "Storage", "TestProvider",
      ]),
    tests(
      of: "StatsSvc",
      [
        "API", "Chronology", "Domain", "Languages", "PDFContent", "Pictures", "Proto", "Service", "ViewHarness",
        "Views",
      ]),
    tests(
      of: "MilestoneSvc",
      ["API", "Chronology", "Domain", "Languages", "Pictures", "Proto", "Service", "ViewHarness", "Views"]),
    tests(
      of: "DiversitySvc",
      ["API", "Chronology", "Domain", "Languages", "Proto", "Service", "SessionSvc", "Storage", "Views"]),
    tests(
      of: "Import",
      [
        "API", "Chronology", "Compression", "CSQLite", "DiversitySvc", "Domain", "ForgedLog", "JSON",
        "Proto", "RandomHistory", "SeededRandom", "Service", "SessionSvc", "Storage", "Views",
      ]),
    tests(of: "WaymarkClient", ["SeededRandom"]),
    tests(of: "Connectors", ["API", "Chronology", "Crypto", "Domain", "JSON", "Proto", "SeededRandom"]),
    tests(
      of: "EdgeHTTP",
      [
        "API", "CCrypto", "Chronology", "CLinux", "Compression", "Connectors", "Crypto", "DiversitySvc", "Domain",
        "JSON", "Languages", "MilestoneSvc", "Programs", "Proto", "Queueing", "RandomHistory", "SeededRandom",
        "Service", "SessionSvc", "StatsSvc", "Storage", "Views", "VirtualLoop",
      ]),
    tests(of: "Operations", ["Chronology", "Proto", "Service", "Storage"]),
    tests(of: "waymark", ["API", "Chronology", "Domain", "Operations", "Programs", "Service"]),
    // The checks of `deploy/fuzz`, run on the stored inputs.
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "API", "CCrypto", "Chronology", "CLinux", "Connectors", "Crypto", "CSQLite", "Domain", "EdgeHTTP", "ForgedLog",
        "Import", "JSON", "Proto", "WebAuthn",
      ],
      path: "Tests/Fuzz", exclude: ["Corpus", "FuzzMain.swift"], swiftSettings: unoptimised),
    .testTarget(
      name: "StyleTests", swiftSettings: unoptimised),
    .testTarget(
      name: "SystemTests",
      dependencies: [
        "waymark", "waymark-bench", "API", "Chronology", "Compression", "Crypto", "Dashboard", "Domain", "EdgeHTTP",
        "ForeignServer", "JSON", "PDFContent", "PostgresServer", "Programs", "Proto", "RandomHistory", "SeededRandom",
        "Service", "SlowModels", "SoftAuthenticator", "TestProvider", "WaymarkClient",
      ],
      swiftSettings: unoptimised),
  ]
)
