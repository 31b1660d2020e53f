import assert from "node:assert/strict";
import { listCalls } from "./list_calls.ts";

/** Returns calls as `"kind qualifier:name"`, those of kind `use` only when asked for. */
function callsOf(language: string, text: string, { uses = false } = {}): string[] {
  return listCalls(text, { language })
    .filter(({ kind }) => uses || kind !== "use")
    .map(({ kind, name, qualifier }) =>
      `${kind} ${qualifier === undefined ? "" : `${qualifier}:`}${name}`
    );
}

const CASES: readonly (readonly [language: string, text: string, calls: string[]])[] = [
  ["python", "@cache\n@app.route('/')\ndef f(x):\n  return self.g(os.path.join(h(x)))", [
    "decorator cache",
    "decorator app:route",
    "call self:g",
    "call os.path:join",
    "call h",
  ]],
  ["python", "if (a): pass\nwhile not (b): print(c)", ["call print"]],
  [
    "typescript",
    "export async function f<T>(x: T): Promise<T> { return await g<T, () => 1>(x); }",
    [
      "call g",
    ],
  ],
  ["typescript", "class A extends B {\n  get() {\n    return new C.D(this.e?.(1), f`x`);\n  }\n}", [
    "new C:D",
    "call this:e",
    "call f",
  ]],
  ["javascript", "a()\n  .b(c => d(c)).e[0](1)", ["call a", "call :b", "call d"]],
  ["go", "func (s *Server) Run() { go s.serve(net.Listen(f[int](1))) }", [
    "call s:serve",
    "call net:Listen",
    "call f",
  ]],
  [
    "rust",
    '#[test]\nfn f() { a::b::c::<T>(x)?.d(); println!("{}", e()); if let Some(g) = h() {} }',
    [
      "decorator test",
      "call a.b:c",
      "call :d",
      "call println",
      "call e",
      "call h",
    ],
  ],
  ["java", "@Override public int get(int a) { return new Pool<A>(b.c(a), d()); }", [
    "decorator Override",
    "new Pool",
    "call b:c",
    "call d",
  ]],
  ["c", "static int *open(int a);\nint close(int a) {\n  return a * read(a) + x->y(a);\n}", [
    "call read",
    "call x:y",
  ]],
  ["cpp", "void Pool::open() { auto p = std::make_unique<Pool>(1); p->close(); }", [
    "call std:make_unique",
    "call p:close",
  ]],
  ["csharp", "public void Run() { var x = new A.B(nameof(C)); await D<E>(x); }", [
    "new A:B",
    "call D",
  ]],
  ["ruby", "def run\n  save user, all: true\n  Pool.open.close!\n  @a ||= b\n  valid?\nend", [
    "call save",
    "call Pool:open",
    "call Pool.open:close!",
    "call valid?",
  ]],
  ["php", "function f() { return new A($this->b($c()), D::e(), \\g\\h()); }", [
    "new A",
    "call $this:b",
    "call D:e",
    "call g:h",
  ]],
  ["lua", "local function f() return a.b{1}, c:d('x'), require 'e' end", [
    "call a:b",
    "call c:d",
    "call require",
  ]],
  ["kotlin", "fun f() = launch { if (a) b() }", ["call launch", "call b"]],
  ["elixir", "def f(a), do: a |> g |> Enum.map(&h/1)", ["call g", "call Enum:map", "call h"]],
  ["bash", "f() { g a | h; if i; then j; fi; }\n# k", ["call g", "call h", "call i", "call j"]],
];

for (const [language, text, calls] of CASES) {
  Deno.test(`listCalls() finds what ${JSON.stringify(text)} calls in ${language}`, () => {
    assert.deepEqual(callsOf(language, text), calls);
  });
}

Deno.test("listCalls() gives other uses of a name, and no key words and definitions", () => {
  assert.deepEqual(callsOf("python", "class A(B):\n  x: C = d", { uses: true }), [
    "use B",
    "use x",
    "use C",
    "use d",
  ]);
});

Deno.test("listCalls() gives lines and offsets, from the line that the text starts at", () => {
  const text = 'a("\n")\n\nb()';
  const found = listCalls("a('''\n''')\n\nb()", { language: "python", startLine: 10 });
  assert.deepEqual(found.map(({ name, line, start }) => [name, line, start]), [
    ["a", 10, 0],
    ["b", 13, text.length - 3 + 4],
  ]);
});

Deno.test("listCalls() looks for some names only, and for whole names", () => {
  const names = new Set(["open"]);
  const found = listCalls("reopen(); open(); open_all(); x.open", {
    language: "javascript",
    names,
  });
  assert.deepEqual(found.map(({ kind, start }) => [kind, start]), [["call", 10], ["use", 32]]);
});

Deno.test("listCalls() knows nothing of a language without rules", () => {
  assert.deepEqual(listCalls("open()", { language: "markdown" }), []);
});
