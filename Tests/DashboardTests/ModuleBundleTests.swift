import Testing

@testable import Dashboard

@Suite("Joining the modules of the page")
struct ModuleBundleTests {
  private static func modules(_ texts: [String: String]) throws -> [String: PageModule] {
    try Dictionary(uniqueKeysWithValues: texts.map { ($0, try PageModule(path: $0, text: $1)) })
  }

  @Test("Reads the forms of imports and exports")
  func forms() throws {
    let text = """
      // import { no } from "./comment.js";
      import { a, b as c } from "./a.js";
      import * as rules from "../rules.js";
      import {
        long, names,
      } from "../deep/names.js";

      export const one = 1;
      export const [two, three] = pair();
      export function four(five) {
        return import("./six.js");
      }
      export async function seven() {}
      export function* eight() {}
      export class Nine extends Error {}
      const exported = "export const ten";
      """
    let module = try PageModule(path: "kit/m.js", text: text)
    #expect(module.imports == ["kit/a.js", "rules.js", "deep/names.js"])
    let statements: [PageModule.Statement] = [
      .other(lines: "// import { no } from \"./comment.js\";"),
      .imported(names: "{ a, b as c }", path: "kit/a.js"),
      .imported(names: "* as rules", path: "rules.js"),
      .imported(names: "{   long, names, }", path: "deep/names.js"),
      .other(lines: ""),
      .exported(names: ["one"], line: "const one = 1;"),
      .exported(names: ["two", "three"], line: "const [two, three] = pair();"),
      .exported(names: ["four"], line: "function four(five) {"),
      .other(lines: "  return import(\"./six.js\");\n}"),
      .exported(names: ["seven"], line: "async function seven() {}"),
      .exported(names: ["eight"], line: "function* eight() {}"),
      .exported(names: ["Nine"], line: "class Nine extends Error {}"),
      .other(lines: "const exported = \"export const ten\";"),
    ]
    #expect(module.statements == statements)
  }

  @Test(
    "Rejects forms that it cannot join",
    arguments: [
      "import \"./effect.js\";", "import one from \"./one.js\";", "import { a } from \"package\";",
      "import { a } from './a.js';", "import { a } from \"./a.js\"", "export let changed = 1;", "export { a, b };",
      "export * from \"./a.js\";", "export default 1;", "export const { a: b } = c;", "export const [",
    ])
  func unknownForms(line: String) {
    #expect(throws: PageModule.UnknownForm(path: "m.js", line: line)) { try PageModule(path: "m.js", text: line) }
  }

  @Test("A bundle has the modules that its entry needs, each after those that it imports")
  func bundle() throws {
    let modules = try Self.modules([
      "main.js": "import { t } from \"./kit/t.js\";\nimport(\"./views/first.js\");\nimport(\"./views/other.js\");",
      "kit/t.js": "export const t = import.meta.url;",
      "views/first.js": "import { t as text } from \"../kit/t.js\";\nexport const show = () => import(\"./other.js\");",
      "views/other.js": """
      import { t } from "../kit/t.js";
      import { more } from "./more.js";
      export const again = () => import("./first.js");
      """,
      "views/more.js": "export const more = 1;",
    ])
    let bundle = try ModuleBundle(entry: "main.js", loaded: ["views/first.js"], of: modules)
    #expect(bundle.members.map(\.path) == ["kit/t.js", "views/first.js", "main.js"])
    let text = """
      const $modules = {
      "kit/t.js": (() => {
      const t = new URL("./kit/t.js", import.meta.url).href;
      return { t };
      }),
      "views/first.js": (() => {
      const { t: text } = $use("kit/t.js");
      const show = () => import("./views/other.js");
      return { show };
      }),
      "main.js": (() => {
      const { t } = $use("kit/t.js");
      $load("views/first.js");
      import("./views/other.js");
      return {  };
      }),
      };
      const $exports = {};
      export const $use = (path) => ($exports[path] ??= $modules[path]?.());
      const $load = async (path) => $use(path);
      $use("main.js");

      """
    #expect(bundle.text == text)
    let other = """
      import { $use } from "../main.js";
      const { t } = $use("kit/t.js");
      import { more } from "../views/more.js";
      export const again = () => import("../main.js").then((page) => page.$use("views/first.js"));
      """
    #expect(bundle.outside(try #require(modules["views/other.js"])) == other)
    #expect(bundle.outside(try #require(modules["views/more.js"])) == "export const more = 1;")
  }

  @Test("Rejects modules that import each other in a circle or do not exist")
  func circles() throws {
    let circle = try Self.modules([
      "main.js": "import { a } from \"./a.js\";", "a.js": "import { b } from \"./b.js\";",
      "b.js": "import { a } from \"./a.js\";",
    ])
    #expect(throws: ModuleBundle.Circle(path: "a.js")) {
      try ModuleBundle(entry: "main.js", loaded: [], of: circle)
    }
    let lost = try Self.modules(["main.js": "import { a } from \"./a.js\";"])
    #expect(throws: ModuleBundle.MissingModule(path: "a.js")) {
      try ModuleBundle(entry: "main.js", loaded: [], of: lost)
    }
  }

  @Test("Rejects a module that lets others wait for it")
  func waits() throws {
    let modules = try Self.modules(["main.js": "import { a } from \"./a.js\";", "a.js": "await load();"])
    #expect(throws: PageModule.UnknownForm(path: "a.js", line: "await load();")) {
      try ModuleBundle(entry: "main.js", loaded: [], of: modules)
    }
  }

  @Test("No file of the page imports a module that is in the bundle")
  func page() throws {
    let files = try Dashboard.files()
    let served = Set(files.map(\.path))
    let joined = Set(Dashboard.sources().map(\.path)).subtracting(served)
    #expect(joined.isSuperset(of: ["kit/dom.js", "kit/language.js", "views/today/today.js"]))
    let scripts = files.filter { $0.path.hasSuffix(".js") && $0.path != "service-worker.js" }
    #expect(scripts.count > 100)
    for file in scripts {
      let module = try PageModule(path: file.path, text: String(decoding: file.bytes, as: UTF8.self))
      #expect(served.isSuperset(of: module.imports), "\(file.path)")
      if file.path == "main.js" { #expect(module.imports.isEmpty) }
    }
  }
}
