import assert from "node:assert/strict";
import { listNames } from "../list_names.ts";

/** Declares a test of what the names of a text of Ruby do. */
function testNames(name: string, text: string, expected: readonly string[]): void {
  Deno.test(`the rules of Ruby read ${name}`, async () => {
    assert.deepEqual(await listNames(text, "ruby"), expected);
  });
}

testNames(
  "types, methods, parameters and accessors",
  "module A\n" +
    "  class B < C::D\n" +
    "    include Mix\n" +
    "    attr_reader :x\n" +
    "    def self.make(a, b = 1, *c, d:, **e, &f)\n" +
    "      new(a)\n" +
    "    end\n" +
    "    def x=(v)\n" +
    "      @x = v\n" +
    "    end\n" +
    "    alias y x\n" +
    "  end\n" +
    "  class E::F; end\n" +
    "end\n" +
    "def top(z) = z\n",
  [
    "1 A: declares type in program",
    "2 B: declares type of A",
    "2 C: use",
    "2 D: use of C",
    "3 include: call",
    "3 Mix: use",
    "4 attr_reader: call",
    "5 make: declares function of B = new(a)",
    "5 a: declares value in singleton_method",
    "5 b: declares value in singleton_method = 1",
    "5 c: declares value in singleton_method",
    "5 d: declares value in singleton_method",
    "5 e: declares value in singleton_method",
    "5 f: declares value in singleton_method",
    "6 new: call",
    "6 a: call",
    "8 x=: declares function of B = @x = v",
    "8 x: declares value of B",
    "8 v: declares value in method",
    "9 @x: declares value of B = v",
    "9 v: call",
    "11 y: declares function of B = x",
    "11 x: call",
    "13 E: use",
    "13 F: declares type of E",
    "15 top: declares function in program = z",
    "15 z: declares value in method",
    "15 z: call",
  ],
);

testNames(
  "variables, constants, blocks and structs",
  "K = 1\n" +
    "a = B.new\n" +
    "c, @d = 1, E.new\n" +
    "f ||= g\n" +
    "f += 1\n" +
    "list.each { |it, j| it.go }\n" +
    "begin\n" +
    "rescue X, Y::Z => err\n" +
    "end\n" +
    "P = Struct.new(:m) do\n" +
    "  def n; end\n" +
    "end\n",
  [
    "1 K: declares value in program = 1",
    "2 a: declares value in program = B.new",
    "2 B: new",
    "2 new: call of B",
    "3 c: declares value in program = 1",
    "3 @d: declares value in program = E.new",
    "3 E: new",
    "3 new: call of E",
    "4 f: declares value in program = g",
    "4 g: call",
    "5 f: use",
    "6 list: call",
    "6 each: call of list",
    "6 it: declares value in block each of list",
    "6 j: declares value in block",
    "6 it: call",
    "6 go: call of it",
    "8 X: use",
    "8 Y: use",
    "8 Z: use of Y",
    "8 err: declares value in program : X, Y::Z",
    "10 P: declares type in program = Struct.new(:m) do",
    "10 Struct: new",
    "10 new: call of Struct",
    "11 n: declares function of P",
  ],
);

testNames(
  "calls, symbols and paths",
  "a.b.c(1)\n" +
    "self.d = e\n" +
    "A::B.f&.g\n" +
    "::H.new\n" +
    "class I\n" +
    "  before :j\n" +
    "  def k\n" +
    "    send(:l)\n" +
    "    z.map(&:m)\n" +
    '    "#{n}"\n' +
    "  end\n" +
    "end\n",
  [
    "1 a: call",
    "1 b: call of a",
    "1 c: call of a.b",
    "2 d: call of self",
    "2 e: call",
    "3 A: use",
    "3 B: use of A",
    "3 f: call of A::B",
    "3 g: call of A::B.f",
    "4 H: new",
    "4 new: call of ::H",
    "5 I: declares type in program",
    "6 before: call",
    '7 k: declares function of I = "#{n}"',
    "8 send: call",
    "9 z: call",
    "9 map: call of z",
    "10 n: call",
  ],
);
