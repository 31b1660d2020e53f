import assert from "node:assert/strict";
import { listNames } from "../list_names.ts";

/** Declares a test of what the names of a text of C# do. */
function testNames(name: string, text: string, expected: readonly string[]): void {
  Deno.test(`the rules of C# read ${name}`, async () => {
    assert.deepEqual(await listNames(text, "csharp"), expected);
  });
}

/** Declares a test of what the names in the body of a method do. */
function testBody(name: string, text: string, expected: readonly string[]): void {
  Deno.test(`the rules of C# read ${name}`, async () => {
    const names = await listNames(`class A { void F() {\n${text}\n} }`, "csharp");
    assert.deepEqual(names.slice(2), expected);
  });
}

testNames(
  "namespaces, types, what they inherit and their parameters",
  "using System;\nnamespace Acme.App;\n[Obsolete]\npublic partial class A<T> : Base<T>, Other.Thing where T : IFoo, new()\n{\n" +
    "  enum E { One }\n  record R(int X, Foo Y) : Base(X);\n  class P(Foo b) { void K() => b.Go(); }\n}\n",
  [
    "3 Obsolete: decorator",
    "4 A: declares type in compilation_unit",
    "4 T: declares type in class_declaration : IFoo",
    "4 Base: use",
    "4 T: use",
    "4 Other: use",
    "4 Thing: use of Other",
    "4 T: use",
    "4 IFoo: use",
    "6 E: declares type in declaration_list of A",
    "6 One: declares value of E : E",
    "7 R: declares type in declaration_list of A",
    "7 X: declares value in record_declaration of R : int",
    "7 Foo: use",
    "7 Y: declares value in record_declaration of R : Foo",
    "7 Base: use",
    "7 X: use",
    "8 P: declares type in declaration_list of A",
    "8 Foo: use",
    "8 b: declares value in class_declaration : Foo",
    "8 K: declares function of P : void",
    "8 b: use",
    "8 Go: call of b",
  ],
);

testNames(
  "fields, properties, events, delegates, constructors and extensions",
  "class A {\n  readonly List<Foo> items = new(), more;\n  public Foo Prop { get; set; } = new Foo();\n" +
    "  public event Action Done;\n  delegate void Handler(Foo y);\n  A(int x, params Foo[] rest) : base(x) { this.x = x; }\n" +
    "  ~A() { }\n  static int Ext(this Foo self, int n) => n;\n}\n",
  [
    "1 A: declares type in compilation_unit",
    "2 List: use",
    "2 Foo: use",
    "2 items: declares value of A : List<Foo>",
    "2 more: declares value of A : List<Foo>",
    "3 Foo: use",
    "3 Prop: declares value of A : Foo",
    "3 Foo: new",
    "4 Action: use",
    "4 Done: declares value of A : Action",
    "5 Handler: declares type in declaration_list of A",
    "5 Foo: use",
    "5 y: declares value in delegate_declaration : Foo",
    "6 A: declares function of A",
    "6 x: declares value in constructor_declaration : int",
    "6 Foo: use",
    "6 rest: declares value in constructor_declaration : Foo[]",
    "6 x: use",
    "6 x: use of this",
    "6 x: use",
    "8 Ext: declares function of A : int",
    "8 Foo: use",
    "8 self: declares value in method_declaration : Foo",
    "8 n: declares value in method_declaration : int",
    "8 n: use",
  ],
);

testBody(
  "variables of blocks, loops, handlers, tuples and patterns",
  "var x = new Foo(1).Build();\nforeach (var i in items) i.Run();\nforeach (var (k, v) in map) { }\n" +
    "try { } catch (IOError e) when (e.Is) { }\nif (o is Foo f && f.X) { } if (o is not Bar g) return;\n" +
    "Find(out var found, named: 1);\nswitch (v) { case Foo h when h.X: break; }\nint Local(int y) => y;",
  [
    "2 x: declares value in block = new Foo(1).Build()",
    "2 Foo: new",
    "2 Build: call of new Foo(1)",
    "3 i: declares value in foreach_statement each of items",
    "3 items: use",
    "3 i: use",
    "3 Run: call of i",
    "4 k: declares value in foreach_statement",
    "4 v: declares value in foreach_statement",
    "4 map: use",
    "5 IOError: use",
    "5 e: declares value in catch_clause : IOError",
    "5 e: use",
    "5 Is: use of e",
    "6 o: use",
    "6 Foo: use",
    "6 f: declares value in if_statement : Foo",
    "6 f: use",
    "6 X: use of f",
    "6 o: use",
    "6 Bar: use",
    "6 g: declares value in block : Bar",
    "7 Find: call",
    "7 found: declares value in block",
    "8 v: use",
    "8 Foo: use",
    "8 h: declares value in switch_section : Foo",
    "8 h: use",
    "8 X: use of h",
    "9 Local: declares function in block : int",
    "9 y: declares value in local_function_statement : int",
    "9 y: use",
  ],
);

testBody(
  "receivers, lambdas, queries, initial values of members and names of names",
  "x?.Bar?.Baz();\nx!.Bar();\n((Foo)x).Bar();\nitems.Where(p => p.Ok).First();\nG<Foo>.Make<Bar>(1);\n" +
    "var q = from u in items select u.Y;\nnew Foo { Prop = 1 };\nnameof(Foo.Bar);\nglobal::Acme.Foo.M();",
  [
    "2 x: use",
    "2 Bar: use of x",
    "2 Baz: call of x?.Bar",
    "3 x: use",
    "3 Bar: call of x!",
    "4 Foo: use",
    "4 x: use",
    "4 Bar: call of ((Foo)x)",
    "5 items: use",
    "5 Where: call of items",
    "5 p: declares value in lambda_expression each of items",
    "5 p: use",
    "5 Ok: use of p",
    "5 First: call of items.Where(p => p.Ok)",
    "6 G: use",
    "6 Foo: use",
    "6 Make: call of G<Foo>",
    "6 Bar: use",
    "7 q: declares value in block = from u in items select u.Y",
    "7 u: declares value in query_expression each of items",
    "7 items: use",
    "7 u: use",
    "7 Y: use of u",
    "8 Foo: new",
    "8 Prop: use of new Foo { Prop = 1 }",
    "9 nameof: use",
    "9 Foo: use",
    "9 Bar: use of Foo",
    "10 Acme: use",
    "10 Foo: use of global::Acme",
    "10 M: call of global::Acme.Foo",
  ],
);
