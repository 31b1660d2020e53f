import assert from "node:assert/strict";
import { listNames } from "../list_names.ts";

/** Declares a test of what the names of a text of Python do. */
function testNames(name: string, text: string, expected: readonly string[]): void {
  Deno.test(`the rules of Python read ${name}`, async () => {
    assert.deepEqual(await listNames(text, "python"), expected);
  });
}

testNames(
  "functions, parameters and their types",
  "def f(a: A, *b: B, c=C(), d: list[D] = [], **e) -> R: ...\n" +
    "async def g(x, /, y, *, z): return await h(x)\n",
  [
    "1 f: declares function in module : R",
    "1 a: declares value in block : A",
    "1 A: use",
    "1 b: declares value in block",
    "1 B: use",
    "1 c: declares value in block = C()",
    "1 C: call",
    "1 d: declares value in block : list[D] = []",
    "1 list: use",
    "1 D: use",
    "1 e: declares value in block",
    "1 R: use",
    "2 g: declares function in module = await h(x)",
    "2 x: declares value in block",
    "2 y: declares value in block",
    "2 z: declares value in block",
    "2 h: call",
    "2 x: use",
  ],
);

testNames(
  "classes, members, fields and properties",
  "class K(Base, m.Other[T], metaclass=Meta):\n" +
    "    a: int = 0\n" +
    "    b: T\n" +
    "    def f(self):\n" +
    "        self.c = F()\n" +
    "        self.d: D = None\n" +
    "        def g(self): self.e = 1\n" +
    "    @property\n" +
    "    def p(self) -> P: ...\n" +
    "    @p.setter\n" +
    "    def p(self, v): ...\n" +
    "    @staticmethod\n" +
    "    def s(self): self.q = 1\n" +
    "class L(Enum): ONE = 1\n",
  [
    "1 K: declares type in module",
    "1 Base: use",
    "1 m: use",
    "1 Other: use of m",
    "1 T: use",
    "1 Meta: use",
    "2 a: declares value of K : int = 0",
    "2 int: use",
    "3 b: declares value of K : T",
    "3 T: use",
    "4 f: declares function of K",
    "4 self: declares value in block",
    "5 self: use",
    "5 c: declares value of K = F()",
    "5 F: call",
    "6 self: use",
    "6 d: declares value of K : D = None",
    "6 D: use",
    "7 g: declares function in block",
    "7 self: declares value in block",
    "7 self: use",
    "7 e: use of self",
    "8 property: decorator",
    "9 p: declares value of K : P",
    "9 self: declares value in block",
    "9 P: use",
    "11 p: declares value of K",
    "11 self: declares value in block",
    "11 v: declares value in block",
    "12 staticmethod: decorator",
    "13 s: declares function of K",
    "13 self: declares value in block",
    "13 self: use",
    "13 q: use of self",
    "14 L: declares type in module",
    "14 Enum: use",
    "14 ONE: declares value of L : L = 1",
  ],
);

testNames(
  "names of functions and of classes in their scopes",
  "x = None\n" +
    "class K:\n" +
    "    x = 1\n" +
    "    y = x\n" +
    "    def f(self):\n" +
    "        global z\n" +
    "        z = x\n" +
    "        def g():\n" +
    "            nonlocal w\n" +
    "            w = 1\n",
  [
    "1 x: announces value in module",
    "2 K: declares type in module",
    "3 x: declares value of K = 1",
    "4 y: declares value of K = x",
    "4 x: use of K",
    "5 f: declares function of K",
    "5 self: declares value in block",
    "7 z: declares value in module = x",
    "7 x: use",
    "8 g: declares function in block",
    "10 w: declares value in block = 1",
  ],
);

testNames(
  "assignments, loops and patterns",
  "a, b = A(), B()\n" +
    "c = d = E()\n" +
    "for i, v in enumerate(xs): ...\n" +
    "for k, w in m.items(): ...\n" +
    "[u for u in us if u]\n" +
    "with o() as f, l: ...\n" +
    "if (n := N()): ...\n" +
    "match v:\n" +
    "    case P(x=0, y=q): ...\n" +
    "    case [*r]: ...\n" +
    "    case ns.V as t: ...\n",
  [
    "1 a: declares value in module = A()",
    "1 b: declares value in module = B()",
    "1 A: call",
    "1 B: call",
    "2 c: declares value in module = E()",
    "2 d: declares value in module = E()",
    "2 E: call",
    "3 i: declares value in module",
    "3 v: declares value in module each of xs",
    "3 enumerate: call",
    "3 xs: use",
    "4 k: declares value in module",
    "4 w: declares value in module each of m",
    "4 m: use",
    "4 items: call of m",
    "5 u: use",
    "5 u: declares value in list_comprehension each of us",
    "5 us: use",
    "5 u: use",
    "6 o: call",
    "6 f: declares value in module = o()",
    "6 l: use",
    "7 n: declares value in module = N()",
    "7 N: call",
    "8 v: use",
    "9 P: use",
    "9 q: declares value in module",
    "10 r: declares value in module",
    "11 ns: use",
    "11 V: use of ns",
    "11 t: declares value in module",
  ],
);

testNames(
  "lambdas, exceptions and aliases",
  "f = lambda e, g=1: e.x\n" +
    "try: ...\n" +
    "except (E1, E2) as x: raise x from y\n" +
    "A = Optional[B]\n" +
    "T = TypeVar('T', bound=B)\n" +
    "N = NewType('N', B)\n" +
    "R = namedtuple('R', 'a b')\n" +
    "type G[Q: B] = list[Q]\n",
  [
    "1 f: declares function in module = e.x",
    "1 e: declares value in attribute",
    "1 g: declares value in attribute = 1",
    "1 e: use",
    "1 x: use of e",
    "3 E1: use",
    "3 E2: use",
    "3 x: declares value in module : (E1, E2)",
    "3 x: use",
    "3 y: use",
    "4 A: declares value in module : Optional[B]",
    "4 Optional: use",
    "4 B: use",
    "5 T: declares value in module : B",
    "5 TypeVar: call",
    "5 B: use",
    "6 N: declares type in module : B",
    "6 NewType: call",
    "6 B: use",
    "7 R: declares type in module",
    "7 namedtuple: call",
    "8 G: declares type in module : list[Q]",
    "8 Q: use",
    "8 B: use",
    "8 list: use",
    "8 Q: use",
  ],
);

testNames(
  "calls, decorators, and names of arguments",
  "@a.b(c)\n" +
    "@d\n" +
    "def f(): g(h=i).j[0].k()\n" +
    "print(f'{m.n()}', *o)\n" +
    "super().p()\n",
  [
    "1 a: use",
    "1 b: decorator of a",
    "1 c: use",
    "2 d: decorator",
    "3 f: declares function in module",
    "3 g: call",
    "3 i: use",
    "3 j: use of g(h=i)",
    "3 k: call of g(h=i).j[0]",
    "4 print: call",
    "4 m: use",
    "4 n: call of m",
    "4 o: use",
    "5 super: call",
    "5 p: call of super()",
  ],
);

testNames(
  "what functions return",
  "def a():\n" +
    "    if x: return None\n" +
    "    return A()\n" +
    "def b():\n" +
    "    if x: return A()\n" +
    "    return B()\n" +
    "def c():\n" +
    "    yield A()\n" +
    "@contextmanager\n" +
    "def d():\n" +
    "    with l: yield A()\n" +
    "@contextmanager\n" +
    "def e() -> Iterator[E]: ...\n" +
    "@overload\n" +
    "def g() -> A: ...\n",
  [
    "1 a: declares function in module = A()",
    "2 x: use",
    "3 A: call",
    "4 b: declares function in module",
    "5 x: use",
    "5 A: call",
    "6 B: call",
    "7 c: declares function in module",
    "8 A: call",
    "9 contextmanager: decorator",
    "10 d: declares function in module = A()",
    "11 l: use",
    "11 A: call",
    "12 contextmanager: decorator",
    "13 e: declares function in module : E",
    "13 Iterator: use",
    "13 E: use",
    "14 overload: decorator",
    "15 g: announces function in module : A",
    "15 A: use",
  ],
);
