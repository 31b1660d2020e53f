import assert from "node:assert/strict";
import { listNames } from "../list_names.ts";

/** Declares a test of what the names of a text of Go do. */
function testNames(name: string, text: string, expected: readonly string[]): void {
  Deno.test(`the rules of Go read ${name}`, async () => {
    assert.deepEqual(await listNames(`package a\n${text}`, "go"), expected);
  });
}

testNames(
  "constants of one type, and variables",
  "const (\n\tA Kind = iota\n\tB\n)\nvar X, Y = 1, New()\n",
  [
    "3 A: declares value in source_file : Kind",
    "3 Kind: use",
    "4 B: declares value in source_file : Kind",
    "6 X: declares value in source_file = 1",
    "6 Y: declares value in source_file = New()",
    "6 New: call",
  ],
);

testNames(
  "structs, embedded types, and fields of functions",
  'type T[K any] struct {\n\t*Base\n\tp.Other\n\ta, b int `json:"x"`\n\tf func(x int) *T[K]\n\tin struct{ deep int }\n}\ntype A = p.T\n',
  [
    "2 T: declares type in source_file : struct {",
    "2 K: declares type in type_spec : any",
    "2 any: use",
    "3 Base: use",
    "4 p: use",
    "4 Other: use of p",
    "5 a: declares value of T : int",
    "5 b: declares value of T : int",
    "5 int: use",
    "6 f: declares value of T : func(x int) *T[K]",
    "6 x: declares value in function_type : int",
    "6 int: use",
    "6 T: use",
    "6 K: use",
    "7 in: declares value of T : struct{ deep int }",
    "7 deep: declares value : int",
    "7 int: use",
    "9 A: declares type in source_file : p.T",
    "9 p: use",
    "9 T: use of p",
  ],
);

testNames(
  "interfaces, methods and functions",
  "type I interface {\n\tBase\n\tDo(x int) (*T, error)\n}\nfunc (t *T[K]) Do(rest ...K) {}\nfunc F[A I](a, b A) (n int) { return }\nfunc (T) Bare() {}\n",
  [
    "2 I: declares type in source_file : interface {",
    "3 Base: use",
    "4 Do: announces function of I : (*T, error)",
    "4 x: declares value in method_elem : int",
    "4 int: use",
    "4 T: use",
    "4 error: use",
    "6 t: declares value in method_declaration : *T[K]",
    "6 T: use",
    "6 K: declares value in method_declaration",
    "6 Do: declares function of T",
    "6 rest: declares value in method_declaration : rest ...K",
    "6 K: use",
    "7 F: declares function in source_file : (n int)",
    "7 A: declares type in function_declaration : I",
    "7 I: use",
    "7 a: declares value in function_declaration : A",
    "7 b: declares value in function_declaration : A",
    "7 A: use",
    "7 n: declares value in function_declaration : int",
    "7 int: use",
    "8 T: use",
    "8 Bare: declares function of T",
  ],
);

testNames(
  "short declarations, loops, cases and closures",
  "func f() {\n\ta, err := g(b)\n\tv, ok := m[k]\n\tfor i, x := range xs {}\n\tfor i = range xs {}\n" +
    "\tswitch y := x.(type) { case T: y.Do() }\n\tselect { case r := <-ch: r() }\n" +
    "\th := func(z T) T { return z }\nLoop:\n\tfor { break Loop }\n}\n",
  [
    "2 f: declares function in source_file",
    "3 a: declares value in block = g(b)",
    "3 err: declares value in block = g(b)",
    "3 g: call",
    "3 b: use",
    "4 v: declares value in block = m[k]",
    "4 ok: declares value in block",
    "4 m: use",
    "4 k: use",
    "5 i: declares value in for_statement each of xs",
    "5 x: declares value in for_statement each of xs",
    "5 xs: use",
    "6 i: use",
    "6 xs: use",
    "7 y: declares value in type_switch_statement = x",
    "7 x: use",
    "7 T: use",
    "7 y: use",
    "7 Do: call of y",
    "8 r: declares value in communication_case = <-ch",
    "8 ch: use",
    "8 r: call",
    "9 h: declares function in block : T",
    "9 z: declares value in func_literal : T",
    "9 T: use",
    "9 T: use",
    "9 z: use",
  ],
);

testNames(
  "composite literals, conversions and calls of generic functions",
  "var v = []any{T{a: 1}, map[K]T{A: {b: 2}}, []T{{c: 3}}, p.T[K]{d: 4}, new(T), T(x), F[int](x), p.G[A](x, y), (*T).Do}\n",
  [
    "2 v: declares value in source_file = []any{T{a: 1}, map[K]T{A: {b: 2}}, []T{{c: 3}}, p.T[K]{d: 4}, new(T), T(x), F[int](x), p.G[A](x, y), (*T).Do}",
    "2 any: use",
    "2 T: new",
    "2 a: use of {a: 1}",
    "2 K: use",
    "2 T: use",
    "2 A: use",
    "2 b: use of {b: 2}",
    "2 T: use",
    "2 c: use of {c: 3}",
    "2 p: use",
    "2 T: new of p",
    "2 K: use",
    "2 d: use of {d: 4}",
    "2 new: call",
    "2 T: new",
    "2 T: call",
    "2 x: use",
    "2 F: call",
    "2 int: use",
    "2 x: use",
    "2 p: use",
    "2 G: call of p",
    "2 A: use",
    "2 x: use",
    "2 y: use",
    "2 T: use",
    "2 Do: use of (*T)",
  ],
);
