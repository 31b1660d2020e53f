import assert from "node:assert/strict";
import { type ParsedFrame, parseFrame, withFunctionAbove } from "./parse_frame.ts";

/** Language, line of a stack trace, and the expected path, line, column and function. */
const FRAMES: readonly (readonly [string, string, Partial<ParsedFrame>])[] = [
  ["Python", '  File "/app/forms/fields.py", line 151, in clean', {
    path: "/app/forms/fields.py",
    line: 151,
    symbol: "clean",
  }],
  ["Python at module level", 'File "manage.py", line 3, in <module>', {
    path: "manage.py",
    line: 3,
    symbol: "<module>",
  }],
  ["JavaScript", "    at Router.handle (src/router.ts:10:5)", {
    path: "src/router.ts",
    line: 10,
    column: 5,
    symbol: "Router.handle",
  }],
  ["JavaScript with a URL of a file", "    at async run (file:///app/src/main.js:1:20)", {
    path: "/app/src/main.js",
    line: 1,
    column: 20,
    symbol: "run",
  }],
  ["JavaScript without a function", "    at /app/dist/server.js:33:7", {
    path: "/app/dist/server.js",
    line: 33,
    column: 7,
  }],
  ["bundled JavaScript", "    at Page (webpack-internal:///./pages/index.tsx:12:9)", {
    path: "./pages/index.tsx",
    line: 12,
    column: 9,
    symbol: "Page",
  }],
  [
    "JavaScript in a layer of a bundler",
    "    at load (webpack-internal:///(app-pages-browser)/../../node_modules/a/dist/b.mjs:4:9)",
    { path: "../../node_modules/a/dist/b.mjs", line: 4, column: 9, symbol: "load" },
  ],
  ["Firefox", "render@http://localhost:3000/static/app.js:10:5", {
    path: "/static/app.js",
    line: 10,
    column: 5,
    symbol: "render",
  }],
  ["Java", "\tat org.apache.commons.lang3.StringUtils.join(StringUtils.java:88)", {
    path: "org/apache/commons/lang3/StringUtils.java",
    line: 88,
    symbol: "org.apache.commons.lang3.StringUtils.join",
  }],
  ["Java with a module", "\tat java.base/java.lang.Thread.run(Thread.java:829)", {
    path: "java/lang/Thread.java",
    line: 829,
    symbol: "java.lang.Thread.run",
  }],
  ["Kotlin", "    at app.store.MainKt.main(Main.kt:7)", {
    path: "app/store/Main.kt",
    line: 7,
    symbol: "app.store.MainKt.main",
  }],
  ["C#", "   at App.Core.Runner.Run(String name) in /src/Core/Runner.cs:line 12", {
    path: "/src/Core/Runner.cs",
    line: 12,
    symbol: "App.Core.Runner.Run",
  }],
  ["Go", "\t/app/server/handler.go:42 +0x1d", { path: "/app/server/handler.go", line: 42 }],
  ["Rust", "             at ./src/parser.rs:10:5", {
    path: "./src/parser.rs",
    line: 10,
    column: 5,
  }],
  ["Ruby", "/app/lib/store.rb:12:in `open'", {
    path: "/app/lib/store.rb",
    line: 12,
    symbol: "open",
  }],
  ["Ruby 3.4", "\tfrom lib/store.rb:12:in 'Store#open'", {
    path: "lib/store.rb",
    line: 12,
    symbol: "Store#open",
  }],
  ["PHP", "#0 /app/src/Kernel.php(123): App\\Kernel->handle()", {
    path: "/app/src/Kernel.php",
    line: 123,
    symbol: "App\\Kernel->handle",
    isCallee: true,
  }],
  ["Elixir", "    (my_app 1.0.0) lib/my_app/run.ex:12: MyApp.Run.call/2", {
    path: "lib/my_app/run.ex",
    line: 12,
    symbol: "MyApp.Run.call/2",
  }],
  ["gdb", "#1  0x00005555 in store::open (path=0x0) at src/store.cc:12", {
    path: "src/store.cc",
    line: 12,
    symbol: "store::open",
  }],
  ["sanitizers", "    #2 0x4f5e in parse_url /src/url.c:12:3", {
    path: "/src/url.c",
    line: 12,
    column: 3,
    symbol: "parse_url",
  }],
  ["Dart", "#0      Store.open (package:app/store.dart:10:5)", {
    path: "app/lib/store.dart",
    line: 10,
    column: 5,
    symbol: "Store.open",
  }],
  ["Lua", "\tlua/mini/git.lua:12: in function 'show'", {
    path: "lua/mini/git.lua",
    line: 12,
    symbol: "show",
  }],
  ["Haskell", "  error, called at src/Text/Reader.hs:10:5 in pandoc-3.1:Text.Reader", {
    path: "src/Text/Reader.hs",
    line: 10,
    column: 5,
    symbol: "error",
    isCallee: true,
  }],
];

for (const [language, line, expected] of FRAMES) {
  Deno.test(`parseFrame() reads a frame of ${language}`, () => {
    const { order: _, ...place } = parseFrame(line) ?? {};
    assert.deepEqual(place, expected);
  });
}

Deno.test("parseFrame() reads a frame of Rust that has only its function", () => {
  assert.equal(parseFrame("   3: noface::parser::run")?.symbol, "noface::parser::run");
});

Deno.test("withFunctionAbove() adds the function that Go and Rust print above a location", () => {
  const functionOf = (above: string, line: string) =>
    withFunctionAbove(parseFrame(line)!, above).symbol;
  const go = "\t/app/store.go:42 +0x1d";
  assert.equal(
    functionOf("x.org/app.(*Store).open(0xc000, {0x1, 0x2})", go),
    "x.org/app.(*Store).open",
  );
  assert.equal(functionOf("x.org/app.(*Store).open(...)", go), "x.org/app.(*Store).open");
  assert.equal(
    functionOf("created by x.org/app.Run.func1 in goroutine 1", go),
    "x.org/app.Run.func1",
  );
  assert.equal(functionOf("goroutine 1 [running]:", go), undefined);
  const rust = "             at ./src/store.rs:10:5";
  assert.equal(functionOf("   2: app::store::open", rust), "app::store::open");
  assert.equal(functionOf("    at open (src/b.js:1:2)", "    at src/a.js:1:2"), undefined);
});

Deno.test("parseFrame() returns the order of the stack", () => {
  assert.equal(parseFrame('File "a.py", line 1, in f')?.order, "innermost-last");
  assert.equal(parseFrame("    at f (a.js:1:1)")?.order, "innermost-first");
});

Deno.test("parseFrame() returns undefined for sentences", () => {
  const lines = [
    "at least one of them (see below) fails",
    "look at src/a.ts:10",
    "from here on: nothing",
    "#3 is fixed in main (thanks)",
    "(note) it works",
    "1: first::second thing to do.",
  ];
  for (const line of lines) assert.equal(parseFrame(line), undefined, line);
});
