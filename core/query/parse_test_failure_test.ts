import assert from "node:assert/strict";
import { type ParsedTestFailure, parseTestFailure } from "./parse_test_failure.ts";

/** Runner, line, and what is in it: name, path, line. */
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
  Deno.test(`parseTestFailure() reads what ${runner} prints`, () => {
    assert.deepEqual(parseTestFailure(line), expected);
  });
}

Deno.test("parseTestFailure() takes no sentence for a failing test", () => {
  for (const line of ["The build FAILED again", "1) open the page", "ERROR: it is down"]) {
    assert.equal(parseTestFailure(line), undefined, line);
  }
});
