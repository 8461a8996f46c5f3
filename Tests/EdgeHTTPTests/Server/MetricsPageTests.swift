import Testing

@testable import EdgeHTTP

@Suite struct MetricsPageTests {
  @Test("Writes a family of several processes in one block with one description")
  func merged() {
    let own = "# HELP a First.\n# TYPE a gauge\na{s=\"1\"} 1\n# HELP b Second.\n# TYPE b counter\nb 2\n"
    let other = "# HELP b Otherwise.\n# TYPE b counter\nb{s=\"2\"} 3\n# HELP a First.\n# TYPE a gauge\na{s=\"2\"} 4\n"
    #expect(
      MetricsPage.merged([own, other]) == """
        # HELP a First.
        # TYPE a gauge
        a{s="1"} 1
        a{s="2"} 4
        # HELP b Second.
        # TYPE b counter
        b 2
        b{s="2"} 3

        """)
  }

  @Test(
    "Texts without a description and empty texts add nothing",
    arguments: [([], ""), ([""], ""), (["a 1\n"], ""), (["", "# HELP a A.\na 1", "\n\n"], "# HELP a A.\na 1\n")])
  func odd(texts: [String], page: String) {
    #expect(MetricsPage.merged(texts) == page)
  }

  @Test("One text stays as it is")
  func single() {
    let text = "# HELP a First.\n# TYPE a histogram\na_bucket{le=\"+Inf\"} 1\na_sum 0.5\na_count 1\n"
    #expect(MetricsPage.merged([text]) == text)
  }
}
