import assert from "node:assert/strict";
import { listNames } from "../list_names.ts";

/** Declares a test of what the names of a text of Java do. */
function testNames(name: string, text: string, expected: readonly string[]): void {
  Deno.test(`the rules of Java read ${name}`, async () => {
    assert.deepEqual(await listNames(text, "java"), expected);
  });
}

/** Declares a test of what the names in the body of a method do. */
function testBody(name: string, text: string, expected: readonly string[]): void {
  Deno.test(`the rules of Java read ${name}`, async () => {
    const names = await listNames(`class A { void f() {\n${text}\n} }`, "java");
    assert.deepEqual(names.slice(2), expected);
  });
}

testNames(
  "types, what they inherit, their parameters and annotations",
  "package a.b;\n@Ann(value = X.Y)\nclass A<T extends B & C> extends base.Q<T> implements I, J<K> {\n" +
    "  interface I extends J { default void m() {} }\n  @interface Ann { String value(); }\n}\n",
  [
    "2 Ann: decorator",
    "2 value: use of Ann",
    "2 X: use",
    "2 Y: use of X",
    "3 A: declares type in program",
    "3 T: declares type in class_declaration : extends B & C",
    "3 B: use",
    "3 C: use",
    "3 base: use",
    "3 Q: use of base",
    "3 T: use",
    "3 I: use",
    "3 J: use",
    "3 K: use",
    "4 I: declares type in class_body of A",
    "4 J: use",
    "4 m: declares function of I : void",
    "5 Ann: declares type in class_body of A",
    "5 String: use",
    "5 value: declares function of Ann : String",
  ],
);

testNames(
  "fields, constructors, enums with bodies and records",
  "class A {\n  private final List<Foo> items = make(), more[];\n  A(int x, Foo... rest) { this.x = x; }\n" +
    "  enum E { ONE(1) { void run() {} }; int v; }\n" +
    "  record R(int x, Foo y) { R { check(x); } }\n}\n",
  [
    "1 A: declares type in program",
    "2 List: use",
    "2 Foo: use",
    "2 items: declares value of A : List<Foo> = make()",
    "2 make: call",
    "2 more: declares value of A : List<Foo>",
    "3 A: declares function of A",
    "3 x: declares value in constructor_declaration : int",
    "3 Foo: use",
    "3 rest: declares value in constructor_declaration : Foo... rest",
    "3 x: use of this",
    "3 x: use",
    "4 E: declares type in class_body of A",
    "4 ONE: declares value of E : E",
    "4 run: declares function in class_body : void",
    "4 v: declares value of E : int",
    "5 R: declares type in class_body of A",
    "5 x: declares value in record_declaration of R : int",
    "5 Foo: use",
    "5 y: declares value in record_declaration of R : Foo",
    "5 R: declares function of R",
    "5 check: call",
    "5 x: use",
  ],
);

testBody(
  "variables of blocks, loops, resources and handlers",
  "var x = new Foo<>(1).build();\nouter: for (Foo f : items) { break outer; }\nfor (var g : items) g.run();\n" +
    "try (Res r = open(); this.q) {} catch (IOError | Err e) {}",
  [
    "2 x: declares value in block = new Foo<>(1).build()",
    "2 Foo: new",
    "2 build: call of new Foo<>(1)",
    "3 Foo: use",
    "3 f: declares value in enhanced_for_statement : Foo",
    "3 items: use",
    "4 g: declares value in enhanced_for_statement each of items",
    "4 items: use",
    "4 g: use",
    "4 run: call of g",
    "5 Res: use",
    "5 r: declares value in try_with_resources_statement : Res",
    "5 open: call",
    "5 q: use of this",
    "5 IOError: use",
    "5 Err: use",
    "5 e: declares value in catch_clause : IOError | Err",
  ],
);

testBody(
  "lambdas and method references",
  "list.forEach(p -> p.go());\nrun((a, b) -> a);\nh = (Foo c) -> c;\nm = Foo::bar;\nm = this::x;\nm = Foo::new;\nm = a.b.Foo::x;",
  [
    "2 list: use",
    "2 forEach: call of list",
    "2 p: declares value in lambda_expression each of list",
    "2 p: use",
    "2 go: call of p",
    "3 run: call",
    "3 a: declares value in lambda_expression",
    "3 b: declares value in lambda_expression",
    "3 a: use",
    "4 h: use",
    "4 Foo: use",
    "4 c: declares value in lambda_expression : Foo",
    "4 c: use",
    "5 m: use",
    "5 Foo: use",
    "5 bar: use of Foo",
    "6 m: use",
    "6 x: use of this",
    "7 m: use",
    "7 Foo: new",
    "8 m: use",
    "8 a: use",
    "8 b: use of a",
    "8 Foo: use of a.b",
    "8 x: use of a.b.Foo",
  ],
);

testBody(
  "patterns, for what comes after them when they are negated",
  "if (o instanceof Foo f && f.x) {}\nif (!(o instanceof Bar g)) return;\nif (o instanceof R(int c, var d)) {}\n" +
    "switch (v) { case Foo h -> h.go(); default -> {} }\nswitch (v) { case ONE: break; }",
  [
    "2 o: use",
    "2 Foo: use",
    "2 f: declares value in if_statement : Foo",
    "2 f: use",
    "2 x: use of f",
    "3 o: use",
    "3 Bar: use",
    "3 g: declares value in block : Bar",
    "4 o: use",
    "4 R: use",
    "4 c: declares value in if_statement : int",
    "4 d: declares value in if_statement",
    "5 v: use",
    "5 Foo: use",
    "5 h: declares value in switch_rule : Foo",
    "5 h: use",
    "5 go: call of h",
    "6 v: use",
    "6 ONE: use of (v)",
  ],
);

testBody(
  "receivers, instances of inner and anonymous classes, and local classes",
  "((Foo) x).bar();\nx[0].go();\nOuter.this.foo();\nOuter.super.foo();\nsuper.foo();\nouter.new Inner(1);\n" +
    "new a.Foo.Bar();\nnew Foo() { int own; void k() { this.own = 1; } };\nclass Local { void l() {} }",
  [
    "2 Foo: use",
    "2 x: use",
    "2 bar: call of ((Foo) x)",
    "3 x: use",
    "3 go: call of x[0]",
    "4 Outer: use",
    "4 foo: call of Outer.this",
    "5 Outer: use",
    "5 foo: call of Outer",
    "6 foo: call of super",
    "7 outer: use",
    "7 Inner: new of outer",
    "8 a: use",
    "8 Foo: use of a",
    "8 Bar: new of a.Foo",
    "9 Foo: new",
    "9 own: declares value in class_body : int",
    "9 k: declares function in class_body : void",
    "9 own: use",
    "10 Local: declares type in block",
    "10 l: declares function of Local : void",
  ],
);
