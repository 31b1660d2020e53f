import assert from "node:assert/strict";
import { listNames } from "../list_names.ts";

/** Declares a test of what the names of a text of Kotlin do. */
function testNames(name: string, text: string, expected: readonly string[]): void {
  Deno.test(`the rules of Kotlin read ${name}`, async () => {
    assert.deepEqual(await listNames(text, "kotlin"), expected);
  });
}

testNames(
  "classes, properties, companions, enums and extensions",
  "package a.b\n@Ann class A<T : Base>(val x: Int, p: Bar) : Face by p, Base<T>(x) {\n  lateinit var late: Foo\n" +
    "  val prop get() = late\n  companion object { const val MAX = 1 }\n  enum class E(val v: Int) { ONE(1) }\n" +
    "  override fun go(n: Int, d: Int = 2): Foo? = super.go(n)\n}\nfun Foo.ext(n: Int): Int = this.x + n\n" +
    "typealias Al = List<Foo>\n",
  [
    "2 Ann: decorator",
    "2 A: declares type in source_file",
    "2 T: declares type in class_declaration : Base",
    "2 Base: use",
    "2 x: declares value in class_declaration of A : Int",
    "2 Int: use",
    "2 p: declares value in class_declaration : Bar",
    "2 Bar: use",
    "2 Face: use",
    "2 p: use",
    "2 Base: use",
    "2 T: use",
    "2 x: use",
    "3 late: declares value of A : Foo",
    "3 Foo: use",
    "4 prop: declares value of A = late",
    "4 late: use",
    "5 MAX: declares value of A = 1",
    "6 E: declares type in class_body of A",
    "6 v: declares value in class_declaration of E : Int",
    "6 Int: use",
    "6 ONE: declares value of E : E",
    "7 go: declares function of A : Foo?",
    "7 n: declares value in function_declaration : Int",
    "7 Int: use",
    "7 d: declares value in function_declaration : Int",
    "7 Int: use",
    "7 Foo: use",
    "7 go: call of super",
    "7 n: use",
    "9 Foo: use",
    "9 ext: declares function in source_file : Int",
    "9 n: declares value in function_declaration : Int",
    "9 Int: use",
    "9 Int: use",
    "9 x: use of this",
    "9 n: use",
    "10 Al: declares type in source_file : List<Foo>",
    "10 List: use",
    "10 Foo: use",
  ],
);

testNames(
  "variables, lambdas, named arguments and receivers",
  "fun f(y: Foo?) {\n  val x = Foo(1).go()\n  y?.also { z -> z.go() }\n  for (i in items) i.go()\n" +
    "  val (k, v) = pair\n  try { } catch (e: Err) { e.m() }\n  (x as Foo).go()\n  named(arg = x, 2) { it.go() }\n" +
    "  a infixed b\n  val h = Foo::bar\n  return@f\n}\n",
  [
    "1 f: declares function in source_file",
    "1 y: declares value in function_declaration : Foo?",
    "1 Foo: use",
    "2 x: declares value in block = Foo(1).go()",
    "2 Foo: call",
    "2 go: call of Foo(1)",
    "3 y: use",
    "3 also: call of y",
    "3 z: declares value in lambda_literal = y",
    "3 z: use",
    "3 go: call of z",
    "4 i: declares value in for_statement each of items",
    "4 items: use",
    "4 i: use",
    "4 go: call of i",
    "5 k: declares value in block",
    "5 v: declares value in block",
    "5 pair: use",
    "6 e: declares value in catch_block : Err",
    "6 Err: use",
    "6 e: use",
    "6 m: call of e",
    "7 x: use",
    "7 Foo: use",
    "7 go: call of (x as Foo)",
    "8 named: call",
    "8 x: use",
    "8 go: call of it",
    "9 a: use",
    "9 infixed: call of a",
    "9 b: use",
    "10 h: declares value in block = Foo::bar",
    "10 Foo: use",
    "10 bar: use of Foo",
  ],
);
