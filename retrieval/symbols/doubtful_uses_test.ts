import assert from "node:assert/strict";
import { SymbolAnswers, testCallers } from "../../tests/symbol_answers.ts";

testCallers("does not decide the type of a variable with several assignments", {
  "a.py":
    "class Aa:\n    def get(self):\n        pass\n\n\nclass Bb:\n    def get(self):\n        pass\n\n\n" +
    "def run(f):\n    if f:\n        s = Aa()\n    else:\n        s = Bb()\n    s.get()\n",
  "b.ts":
    "class Ax {\n  take() {}\n}\nclass Bx {\n  take() {}\n}\nfunction run() {\n  let s: any = new Ax();\n" +
    "  s = new Bx();\n  s.take();\n}\n",
}, {
  "a.py#Aa.get": ["likely a.py: run 16"],
  "a.py#Bb.get": ["likely a.py: run 16"],
  "b.ts#Bx.take": ["name only b.ts: run 10"],
});

testCallers("handles imports that replace each other", {
  "fast.py": "def dumps(x):\n    pass\n",
  "slow.py": "def dumps(x):\n    pass\n",
  "t.py":
    "try:\n    from fast import dumps\nexcept ImportError:\n    from slow import dumps\n\n\ndef run():\n    dumps(1)\n",
}, {
  "fast.py#dumps": ["likely t.py: run 8"],
  "slow.py#dumps": ["likely t.py: run 8"],
});

testCallers("does not decide uses through foreign code", {
  "a.ts":
    'import { useRef } from "react";\nclass Config {\n  isOnline() {}\n}\nexport function run(config: Config) {\n' +
    "  const ref = useRef(config);\n  ref.current.isOnline();\n}\n",
  "b.ts": "class Dog {\n  bark() {}\n}\ninterface Animal {}\nexport function hear(a: Animal) {\n" +
    "  if (a instanceof Dog) a.bark();\n}\n",
}, {
  "a.ts#Config.isOnline": ["name only a.ts: run 7"],
  "b.ts#Dog.bark": ["name only b.ts: hear 6"],
});

testCallers("counts destructured members as used", {
  "k.ts": "export class Kit {\n  open() {}\n  shut() {}\n}\n",
  "u.ts":
    'import { Kit } from "./k";\nexport function run(k: Kit) {\n  const { open } = k;\n  open();\n}\n' +
    "export function other({ shut }: Kit) {\n  shut();\n}\n",
}, {
  "k.ts#Kit.open": ["certain u.ts: run 3"],
});

testCallers("distinguishes a module namespace from its default export", {
  "e.ts": "export default class Main {}\nexport const side = 1;\n",
  "f.ts": 'import * as everything from "./e";\nexport const x = () => everything.side;\n',
}, {
  "e.ts#Main": [],
  "e.ts#side": ["certain f.ts: x 2"],
});

testCallers("distinguishes signatures of overloads in two files", {
  "one.ts": "export function pick(a: string): string;\nexport function pick(a: number): number;\n" +
    "export function pick(a: any) {\n  return a;\n}\n",
  "two.ts":
    "export function pick(a: string): string;\nexport function pick(a: any) {\n  return a;\n}\n" +
    "export const two = () => pick(1);\n",
}, {
  "one.ts:1#pick": [],
  "two.ts:1#pick": ["certain two.ts: two 5"],
});

testCallers("finds types of one letter", {
  "p/A.java": "package p;\nclass A {\n  void go() {\n  }\n}\n",
  "p/B.java": "package p;\nclass B {\n  void run(A a) {\n    a.go();\n  }\n}\n",
}, { "p/A.java#A.go": ["certain p/B.java: B.run 4"] });

Deno.test("findCallers() reports a file with syntax errors as unread", async () => {
  using tree = await SymbolAnswers.open({
    "a.js": "export function send() {}\n",
    "b.js": 'import { send } from "./a";\nfunction run( {\n  if (( send(1);\n}}}\n',
  });
  const { callers, nameOnly, unread } = await tree.findCallers("a.js#send");
  assert.ok(callers.length + nameOnly.length + unread.length > 0);
});

testCallers("finds the tests that receive a fixture", {
  "conftest.py": "import pytest\n\n\n@pytest.fixture\ndef database():\n    return 1\n",
  "test_a.py":
    "def test_query(database):\n    assert database\n\n\ndef helper(database):\n    pass\n",
}, { "conftest.py#database": ["likely test_a.py: test_query 1"] });

Deno.test("findCallers() reports why external code may call an unused definition", async () => {
  using tree = await SymbolAnswers.open({
    "a.py":
      'from flask import Flask\nfrom threading import Thread\n\napp = Flask()\n\n\n@app.route("/")\ndef home():\n' +
      "    pass\n\n\nclass Mine(Thread):\n    def run(self):\n        pass\n\n\ndef alone():\n    pass\n",
  });
  assert.equal((await tree.findCallers("a.py#home")).outsideReason, '"@app.route" precedes it');
  const { outsideReason } = await tree.findCallers("a.py#Mine.run");
  assert.equal(outsideReason, 'its type "Mine" is made from "Thread", which is not in the tree');
  assert.equal((await tree.findCallers("a.py#alone")).outsideReason, undefined);
});
