import assert from "node:assert/strict";
import { outlineSymbols } from "@dossier/core/outline";
import { IndexedTree } from "../../../tests/indexed_tree.ts";
import { detectLanguage } from "@dossier/core/language";
import { findDocumentByPath } from "../../index/local/store/documents.ts";
import { findCallees } from "./find_callees.ts";
import { findCallers } from "./find_callers.ts";
import { CallIndex, type CallPlace, type WantedDefinition } from "./call_index.ts";

async function openTree(files: Record<string, string>): Promise<IndexedTree> {
  const tree = new IndexedTree(files);
  await tree.refresh();
  return tree;
}

function openIndex(tree: IndexedTree): CallIndex {
  return new CallIndex(tree.reader, tree);
}

/** Returns the definition of a name in a file of the tree. */
function definitionOf(tree: IndexedTree, path: string, name: string): WantedDefinition {
  const text = Deno.readTextFileSync(tree.path(path));
  const { language } = detectLanguage(path, text);
  const symbol = outlineSymbols(text, language).find((found) => found.name === name);
  assert.ok(symbol !== undefined);
  return { ...symbol, path };
}

/** Writes calls as `"resolution path:lines symbol @line"`. */
function write(calls: readonly CallPlace[]): string[] {
  return calls.map(({ resolution, path, startLine, endLine, symbol, line }) =>
    `${resolution} ${path}:${startLine}-${endLine} ${symbol} @${line}`
  );
}

async function callersOf(tree: IndexedTree, path: string, name: string, limit = 10) {
  return write(await findCallers(openIndex(tree), definitionOf(tree, path, name), limit));
}

async function calleesOf(tree: IndexedTree, path: string, name: string, limit = 10) {
  return write(await findCallees(openIndex(tree), definitionOf(tree, path, name), limit));
}

const SHOP = {
  "shop/pay.py": "def pay(order):\n    charge(order)\n    return 1\n\n\n" +
    "def charge(order):\n    # pay(order)\n    return 'pay(order)'\n",
  "shop/cart.py": "from .pay import pay as settle\nfrom .pay import pay\n\n\n" +
    "class Cart:\n    def close(self):\n        return pay(self)\n",
  "shop/paying.py": "import stripe\nfrom stripe import pay\n\n\ndef run():\n    pay(1)\n",
  "tests/test_pay.py": "from shop.pay import pay\n\n\ndef test_pay():\n    assert pay(1) == 1\n",
  "docs/pay.md": "# Pay\n\nCall `pay(order)`.\n",
};

Deno.test("findCallers() finds who calls a function, tests last, and not who calls another", async () => {
  using tree = await openTree(SHOP);
  assert.deepEqual(await callersOf(tree, "shop/pay.py", "pay"), [
    "import shop/cart.py:6-7 Cart.close @7",
    "import tests/test_pay.py:4-5 test_pay @5",
  ]);
  assert.deepEqual(await callersOf(tree, "shop/pay.py", "charge"), [
    "file shop/pay.py:1-3 pay @2",
  ]);
  assert.deepEqual(await callersOf(tree, "shop/pay.py", "pay", 1), [
    "import shop/cart.py:6-7 Cart.close @7",
  ]);
});

Deno.test("findCallees() finds what a function calls", async () => {
  using tree = await openTree(SHOP);
  assert.deepEqual(await calleesOf(tree, "shop/pay.py", "pay"), [
    "file shop/pay.py:6-8 charge @2",
  ]);
  assert.deepEqual(await calleesOf(tree, "shop/cart.py", "close"), [
    "import shop/pay.py:1-3 pay @7",
  ]);
  assert.deepEqual(await calleesOf(tree, "shop/paying.py", "run"), []);
});

Deno.test("findCallers() and findCallees() mark what may mean several definitions", async () => {
  using tree = await openTree({
    "a/One.java": "class One {\n  void settle() {\n    stop();\n  }\n}\n",
    "b/Two.java": "class Two {\n  void settle() {\n    stop();\n  }\n}\n",
    "c/Three.java": "class Three {\n  void run(Object it) {\n    it.settle();\n  }\n}\n",
  });
  assert.deepEqual(await callersOf(tree, "a/One.java", "settle"), [
    "ambiguous c/Three.java:2-4 Three.run @3",
  ]);
  assert.deepEqual(await calleesOf(tree, "c/Three.java", "run"), [
    "ambiguous a/One.java:2-4 One.settle @3",
    "ambiguous b/Two.java:2-4 Two.settle @3",
  ]);
});

Deno.test("findCallees() tells types of one file apart by who is called, or says that it can not", async () => {
  using tree = await openTree({
    "zoo.py": [
      "class Cage:",
      "    def feed(self):",
      "        return 1",
      "",
      "",
      "class Pond:",
      "    def feed(self):",
      "        return 2",
      "",
      "    def run(self):",
      "        self.feed()",
      "",
      "",
      "def direct():",
      "    Pond.feed(1)",
      "",
      "",
      "def unknown(it):",
      "    it.feed()",
      "",
    ].join("\n"),
  });
  assert.deepEqual(await calleesOf(tree, "zoo.py", "run"), ["file zoo.py:7-8 Pond.feed @11"]);
  assert.deepEqual(await calleesOf(tree, "zoo.py", "direct"), ["file zoo.py:7-8 Pond.feed @15"]);
  assert.deepEqual(await calleesOf(tree, "zoo.py", "unknown"), [
    "ambiguous zoo.py:2-3 Cage.feed @19",
  ]);
});

Deno.test("findCallees() leaves out what most types have a member of", async () => {
  using tree = await openTree({
    "a/One.java": "class One {\n  void append() {\n    stop();\n  }\n}\n",
    "c/Three.java": "class Three {\n  void run(Object it) {\n    it.append();\n  }\n}\n",
  });
  assert.deepEqual(await calleesOf(tree, "c/Three.java", "run"), []);
  assert.deepEqual(await callersOf(tree, "a/One.java", "append"), [
    "ambiguous c/Three.java:2-4 Three.run @3",
  ]);
});

Deno.test("findCallers() is not misled by comments that are cut into several chunks", async () => {
  const prose = Array.from({ length: 200 }, (_, i) => ` * Line ${i}: settle() is said here.`);
  using tree = await openTree({
    "a.ts": "export function settle(): void {}\n",
    "b.ts": ["import { settle } from './a.ts';", "/*", ...prose, " */", "settle();"].join("\n"),
  });
  const found = await callersOf(tree, "a.ts", "settle");
  assert.deepEqual(found.map((line) => line.split("@")[1]), ["204"]);
});

Deno.test("findCallers() gives every use of a type, and callees the type that is made", async () => {
  using tree = await openTree({
    "src/pool.ts": "export class Pool {\n  drain() {}\n}\n",
    "src/main.ts": "import { Pool } from './pool.ts';\n\n" +
      "export function start(): void {\n  const pool = new Pool();\n  pool.drain();\n}\n\n" +
      "export function stop(pool: Pool): void {}\n",
  });
  assert.deepEqual(await callersOf(tree, "src/pool.ts", "Pool"), [
    "import src/main.ts:3-6 start @4",
    "import src/main.ts:8-8 stop @8",
  ]);
  assert.deepEqual(await calleesOf(tree, "src/main.ts", "start"), [
    "import src/pool.ts:1-3 Pool @4",
    "import src/pool.ts:2-2 Pool.drain @5",
  ]);
});

Deno.test("findCallers() and findCallees() never give what is excluded, or has changed", async () => {
  using tree = await openTree({
    ...SHOP,
    "shop/secret_cart.py": "from .pay import pay\n\n\ndef hidden():\n    pay(1)\n",
    "shop/mail.py": "from .secret_cart import hidden\n\n\ndef mail():\n    hidden()\n",
  });
  const index = new CallIndex(tree.reader, {
    root: tree.root,
    visibility: tree.visibility.hide("forbidden", (path) => path.includes("secret")),
  });
  const pay = definitionOf(tree, "shop/pay.py", "pay");
  const mail = definitionOf(tree, "shop/mail.py", "mail");
  tree.write("shop/cart.py", "# pay(1)\n");
  assert.deepEqual(write(await findCallers(index, pay, 10)), [
    "import tests/test_pay.py:4-5 test_pay @5",
  ]);
  assert.deepEqual(await findCallees(index, mail, 10), []);
});

Deno.test("findCallers() and findCallees() find nothing of what the index does not know", async () => {
  using tree = await openTree(SHOP);
  const unknown = { path: "x.py", name: "pay", startLine: 1, endLine: 2 };
  assert.deepEqual(await findCallers(openIndex(tree), unknown, 10), []);
  assert.deepEqual(await findCallees(openIndex(tree), { ...unknown, name: "" }, 10), []);
});

Deno.test("findCallers() follows the index when files change", async () => {
  using tree = await openTree(SHOP);
  const index = openIndex(tree);
  const charge = definitionOf(tree, "shop/pay.py", "charge");
  assert.equal((await findCallers(index, charge, 10)).length, 1);
  tree.write("shop/a.py", "from .pay import charge\n\n\ndef first():\n    charge(2)\n");
  await tree.refresh();
  assert.deepEqual(write(await findCallers(openIndex(tree), charge, 10)), [
    "file shop/pay.py:1-3 pay @2",
    "import shop/a.py:4-5 first @5",
  ]);
  assert.ok(findDocumentByPath(tree.store, "shop/a.py") !== undefined);
});

Deno.test("findCallers() tells the definition around a call in a long file", async () => {
  const filler = Array.from({ length: 300 }, (_, i) => `def f${i}():\n    return ${i}\n\n`);
  using tree = await openTree({
    "long.py": [...filler, "def last():\n    return f7()\n\n", ...filler].join("\n"),
  });
  assert.deepEqual(await callersOf(tree, "long.py", "f7"), ["file long.py:1201-1202 last @1202"]);
});

Deno.test("findCallers() tells the definition around a call in a long file whose comments are cut", async () => {
  const long = (name: string) =>
    `    def ${name}(self):\n        """Does it.\n\n` +
    "        And says so in as many words as a long text has.\n".repeat(60) +
    '        """\n        return 1\n\n';
  const text = `def pay():\n    return 1\n\n\nclass Till:\n${
    ["a", "b", "c", "d", "e", "f", "g", "h"].map(long).join("")
  }    def close(self):\n        return pay()\n\n${long("i")}`;
  using tree = await openTree({ "till.py": text });
  const [caller] = await callersOf(tree, "till.py", "pay");
  assert.match(caller!, / Till\.close @\d+$/);
});
