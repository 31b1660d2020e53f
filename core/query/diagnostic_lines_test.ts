import assert from "node:assert/strict";
import {
  type ParsedDiagnostic,
  parseDiagnostic,
  type ParsedTestFailure,
  parseTestFailure,
} from "./diagnostic_lines.ts";

/** Tool, line of its output, and the expected path, line, column, code and message. */
const DIAGNOSTICS: readonly (readonly [string, string, ParsedDiagnostic])[] = [
  ["tsc", "src/a.ts(10,5): error TS2322: Type 'x' is not assignable.", {
    path: "src/a.ts",
    line: 10,
    column: 5,
    code: "TS2322",
    message: "Type 'x' is not assignable.",
  }],
  ["tsc --pretty", "src/a.ts:10:5 - error TS2322: Type 'x' is wrong.", {
    path: "src/a.ts",
    line: 10,
    column: 5,
    code: "TS2322",
    message: "Type 'x' is wrong.",
  }],
  ["C#", "Core/Run.cs(10,5): error CS0103: The name 'x' does not exist", {
    path: "Core/Run.cs",
    line: 10,
    column: 5,
    code: "CS0103",
    message: "The name 'x' does not exist",
  }],
  ["rustc", "error[E0382]: borrow of moved value: `x`", {
    code: "E0382",
    message: "borrow of moved value: `x`",
  }],
  ["rustc's pointer", "  --> src/main.rs:10:5", {
    path: "src/main.rs",
    line: 10,
    column: 5,
    message: "",
  }],
  ["gcc", "src/url.c:10:5: error: 'x' undeclared", {
    path: "src/url.c",
    line: 10,
    column: 5,
    message: "'x' undeclared",
  }],
  ["clang with a note", "lib/url.cpp:3:1: note: declared here", {
    path: "lib/url.cpp",
    line: 3,
    column: 1,
    message: "declared here",
  }],
  ["go", "./store/open.go:10:5: undefined: path", {
    path: "./store/open.go",
    line: 10,
    column: 5,
    message: "undefined: path",
  }],
  ["javac", "src/Run.java:12: error: cannot find symbol", {
    path: "src/Run.java",
    line: 12,
    message: "cannot find symbol",
  }],
  ["zig", "src/loop.zig:10:5: error: expected type 'u8'", {
    path: "src/loop.zig",
    line: 10,
    column: 5,
    message: "expected type 'u8'",
  }],
  ["mypy", "app/models.py:12: error: Incompatible types", {
    path: "app/models.py",
    line: 12,
    message: "Incompatible types",
  }],
  ["flake8", "app/models.py:1:80: E501 line too long", {
    path: "app/models.py",
    line: 1,
    column: 80,
    message: "E501 line too long",
  }],
  ["Maven", "[ERROR] /app/src/Run.java:[10,5] cannot find symbol", {
    path: "/app/src/Run.java",
    line: 10,
    column: 5,
    message: "cannot find symbol",
  }],
  ["kotlinc", "e: file:///app/src/Run.kt:10:5 Unresolved reference: x", {
    path: "/app/src/Run.kt",
    line: 10,
    column: 5,
    message: "Unresolved reference: x",
  }],
  ["PHP", "PHP Parse error:  syntax error, unexpected ')' in /app/a.php on line 12", {
    path: "/app/a.php",
    line: 12,
    message: "syntax error, unexpected ')'",
  }],
  ["Elixir", "** (CompileError) lib/a.ex:12: undefined function f/0", {
    path: "lib/a.ex",
    line: 12,
    message: "undefined function f/0",
  }],
  ["eslint", "  10:5  error  'x' is never used  no-unused-vars", {
    line: 10,
    column: 5,
    code: "no-unused-vars",
    message: "'x' is never used",
  }],
];

for (const [tool, line, expected] of DIAGNOSTICS) {
  Deno.test(`parseDiagnostic() parses output of ${tool}`, () => {
    assert.deepEqual(parseDiagnostic(line), expected);
  });
}

Deno.test("parseDiagnostic() returns undefined for sentences", () => {
  const lines = [
    "It fails at 10:30: nobody knows why",
    "see https://example.org:8080: it is down",
    "error handling in 3 places",
    "Step 1: open the page",
  ];
  for (const line of lines) assert.equal(parseDiagnostic(line), undefined, line);
});

/** Runner, line of its output, and the expected name, path and line. */
const FAILURES: readonly (readonly [string, string, ParsedTestFailure])[] = [
  ["pytest", "FAILED tests/test_url.py::TestUrl::test_host - AssertionError", {
    name: "TestUrl::test_host",
    path: "tests/test_url.py",
  }],
  ["pytest's heading", "_______ TestUrl.test_host _______", { name: "TestUrl.test_host" }],
  ["unittest", "FAIL: test_host (urls.tests.TestUrl)", { name: "test_host (urls.tests.TestUrl)" }],
  ["jest's file", "FAIL src/url.test.ts", { path: "src/url.test.ts" }],
  ["jest", "  ● Url › parses the host", { name: "Url › parses the host" }],
  ["jest's list", "    ✕ parses the host (5 ms)", { name: "parses the host" }],
  ["vitest", " FAIL  src/url.test.ts > Url > parses the host", {
    name: "Url > parses the host",
    path: "src/url.test.ts",
  }],
  ["go test", "    --- FAIL: TestUrl/host (0.00s)", { name: "TestUrl/host" }],
  ["go test's place", "        url_test.go:12: got x", { path: "url_test.go", line: 12 }],
  ["cargo test", "test url::tests::host ... FAILED", { name: "url::tests::host" }],
  ["Maven", "[ERROR] host(org.app.UrlTest)  Time elapsed: 0.1 s  <<< FAILURE!", {
    name: "host(org.app.UrlTest)",
  }],
  ["Maven's list", "[ERROR]   UrlTest.host:12 expected: <a> but was: <b>", {
    name: "UrlTest.host",
    line: 12,
  }],
  ["Gradle", "UrlTest > host() FAILED", { name: "UrlTest > host()" }],
  ["RSpec", "rspec ./spec/url_spec.rb:12 # Url parses the host", {
    name: "Url parses the host",
    path: "./spec/url_spec.rb",
    line: 12,
  }],
  ["Minitest", "UrlTest#test_host [test/url_test.rb:12]:", {
    name: "UrlTest#test_host",
    path: "test/url_test.rb",
    line: 12,
  }],
  ["PHPUnit", "1) Tests\\UrlTest::testHost", { name: "Tests\\UrlTest::testHost" }],
  ["ExUnit", "  1) test parses the host (MyApp.UrlTest)", {
    name: "test parses the host (MyApp.UrlTest)",
  }],
  ["Deno", "parseUrl() reads the host => ./url_test.ts:12:6", {
    name: "parseUrl() reads the host",
    path: "./url_test.ts",
    line: 12,
  }],
  [".NET", "  Failed App.UrlTests.Host [12 ms]", { name: "App.UrlTests.Host" }],
  ["googletest", "[  FAILED  ] Url.Host (0 ms)", { name: "Url.Host" }],
  ["TAP", "not ok 3 - parses the host", { name: "parses the host" }],
];

for (const [runner, line, expected] of FAILURES) {
  Deno.test(`parseTestFailure() parses output of ${runner}`, () => {
    assert.deepEqual(parseTestFailure(line), expected);
  });
}

Deno.test("parseTestFailure() returns undefined for sentences", () => {
  for (const line of ["The build FAILED again", "1) open the page", "ERROR: it is down"]) {
    assert.equal(parseTestFailure(line), undefined, line);
  }
});
