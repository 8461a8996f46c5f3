// swift-tools-version: 6.2
import PackageDescription

/// What every target of ours is compiled with.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// One of the three parts of `Proto`, which are tested together.
func proto(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/Proto/\(name)", swiftSettings: strict)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.target(name: name)] + dependencies, swiftSettings: strict)
}

let package = Package(
  name: "waymark",
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
    library("Domain", ["Chronology"]),
    library("Charts", ["Chronology", "Domain"]),
    library("Queueing"),
    library("JSON"),

    // The machine.
    // Loads libpq, whose header it needs, when it is first used.
    .target(name: "CPostgres"),
    library("Crypto", ["CCrypto"]),
    library("Compression", ["CZlib"]),
    proto("CBOR", ["Chronology"]),
    proto("Loop", ["CLinux"]),
    proto("RPC", ["CBOR", "Chronology", "Loop", "Queueing"]),
    .target(
      name: "Proto", dependencies: ["CBOR", "Loop", "RPC"], exclude: ["CBOR", "Loop", "RPC"], swiftSettings: strict),
    library("API", ["Chronology", "Domain", "Proto"]),
    library("Storage", ["CLinux", "CPostgres", "CSQLite", "Queueing"]),
    library("Service", ["Chronology", "CLinux", "JSON", "Proto"]),
    library(
      "Views", ["API", "Charts", "Chronology", "Compression", "Crypto", "Domain", "Proto", "Service", "Storage"]),

    // Four siblings and the edge.
    library("SessionSvc", ["API", "Chronology", "Crypto", "Domain", "JSON", "Proto", "Service", "Storage"]),
    library("StatsSvc", ["API", "Charts", "Chronology", "Domain", "JSON", "Proto", "Service", "Views"]),
    library("MilestoneSvc", ["API", "Charts", "Chronology", "Domain", "Proto", "Service", "Views"]),
    library("DiversitySvc", ["API", "Charts", "Chronology", "Crypto", "Domain", "Proto", "Service", "Views"]),
    library(
      "EdgeHTTP", ["API", "CCrypto", "Chronology", "CLinux", "Crypto", "JSON", "Proto", "Queueing", "Service"]),

    // The page for people, as bytes: a C compiler reads its files at compile time.
    .target(name: "CDashboard"),
    .target(
      name: "Dashboard", dependencies: ["CDashboard", "Compression"], exclude: ["Page"], swiftSettings: strict),

    // Files of other apps, translated into the calls that apps make.
    library("Import", ["API", "CExpat", "Chronology", "Crypto", "CSQLite", "CZlib", "Domain", "Proto"]),

    // For Swift apps: depends on nothing of ours.
    library("WaymarkClient"),

    .executableTarget(
      name: "waymark",
      dependencies: [
        "API", "Charts", "Chronology", "CLinux", "Compression", "Crypto", "CSQLite", "Dashboard", "DiversitySvc", "Domain",
        "EdgeHTTP", "Import", "JSON", "MilestoneSvc", "Proto", "Service", "SessionSvc", "StatsSvc", "Storage", "Views",
      ],
      swiftSettings: strict),

    // Only a benchmark's baseline, and the one place with Foundation's coders.
    .executableTarget(name: "BenchBaseline", dependencies: ["API", "Chronology", "Domain"], swiftSettings: strict),

    // Slow obvious models, for tests in process and of the real processes alike.
    .target(
      name: "SlowModels", dependencies: ["Chronology", "Domain"], path: "Tests/SlowModels", swiftSettings: strict),

    // A view's service over a journal in memory, in one process.
    .target(
      name: "ServiceBench", dependencies: ["API", "Chronology", "Domain", "Proto", "Service", "Views"],
      path: "Tests/ServiceBench", swiftSettings: strict),

    // What stands on the pages of a PDF.
    .target(name: "PDFContent", dependencies: ["CZlib"], path: "Tests/PDFContent", swiftSettings: strict),

    // What random tests draw from.
    .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: strict),

    // A user who does anything that may be done.
    .target(
      name: "RandomHistory", dependencies: ["API", "Chronology", "Domain", "Proto", "SeededRandom"],
      path: "Tests/RandomHistory", swiftSettings: strict),

    // A server of PostgreSQL that ends with the tests, and a relay that cuts its connections.
    .target(
      name: "PostgresServer", dependencies: ["Programs"], path: "Tests/PostgresServer", swiftSettings: strict),

    // A log of SQLite that is right in all but what it says.
    .target(name: "ForgedLog", path: "Tests/ForgedLog", swiftSettings: strict),

    // Programs that tests start, which end with them or before.
    .target(
      name: "Programs", dependencies: ["CLinux", "Service"], path: "Tests/Programs", swiftSettings: strict),

    tests(of: "Chronology", ["Programs", "SeededRandom"]),
    tests(of: "Domain", ["Chronology", "SeededRandom", "SlowModels"]),
    tests(of: "Charts", ["Chronology", "Compression", "Domain", "Programs", "SeededRandom"]),
    tests(of: "Queueing", ["SeededRandom"]),
    tests(of: "JSON", ["SeededRandom"]),
    tests(of: "Crypto"),
    tests(of: "Compression", ["CZlib", "Programs", "SeededRandom"]),
    tests(of: "Dashboard", ["Compression"]),
    tests(of: "Proto", ["CBOR", "Chronology", "Loop", "RPC", "SeededRandom"]),
    tests(of: "API", ["Chronology", "Domain", "Proto"]),
    tests(of: "Storage", ["CSQLite", "PostgresServer", "Queueing", "SeededRandom"]),
    tests(of: "Service", ["Chronology", "Proto"]),
    tests(
      of: "Views",
      ["API", "Chronology", "Crypto", "Domain", "Programs", "Proto", "Service", "ServiceBench", "Storage"]),
    tests(
      of: "SessionSvc",
      ["API", "Chronology", "Crypto", "Domain", "PostgresServer", "Proto", "SeededRandom", "Service", "Storage"]),
    tests(of: "StatsSvc", ["API", "Chronology", "Domain", "PDFContent", "Proto", "Service", "ServiceBench", "Views"]),
    tests(of: "MilestoneSvc", ["API", "Chronology", "Domain", "Proto", "Service", "ServiceBench", "Views"]),
    tests(
      of: "DiversitySvc", ["API", "Chronology", "Domain", "Proto", "Service", "SessionSvc", "Storage", "Views"]),
    tests(
      of: "Import",
      [
        "API", "Chronology", "Compression", "CSQLite", "DiversitySvc", "Domain", "ForgedLog", "Proto",
        "RandomHistory", "SeededRandom", "Service", "SessionSvc", "Storage", "Views",
      ]),
    tests(of: "WaymarkClient", ["SeededRandom"]),
    tests(
      of: "EdgeHTTP",
      [
        "API", "CCrypto", "Chronology", "CLinux", "Crypto", "Domain", "JSON", "Programs", "Proto", "Queueing",
        "SeededRandom", "Service",
      ]),
    tests(of: "waymark", ["API", "Chronology", "Domain", "Programs", "Service"]),
    // The checks of `deploy/fuzz`, over the inputs that are kept.
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "API", "CCrypto", "Chronology", "CLinux", "Crypto", "CSQLite", "Domain", "EdgeHTTP", "ForgedLog", "Import",
        "Proto",
      ],
      path: "Tests/Fuzz", exclude: ["Corpus", "FuzzMain.swift"], swiftSettings: strict),
    .testTarget(
      name: "StyleTests", swiftSettings: strict),
    .testTarget(
      name: "SystemTests",
      dependencies: [
        "waymark", "API", "Chronology", "Compression", "Dashboard", "Domain", "EdgeHTTP", "PDFContent",
        "PostgresServer", "Programs", "Proto", "RandomHistory", "SeededRandom", "Service", "SlowModels",
        "WaymarkClient",
      ],
      swiftSettings: strict),
  ]
)
