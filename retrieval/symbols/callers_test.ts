import assert from "node:assert/strict";
import { IndexedTree } from "../../tests/indexed_tree.ts";
import { SymbolAnswers } from "../../tests/symbol_answers.ts";
import { findCallees } from "./find_callees.ts";
import { findCallers } from "./find_callers.ts";
import { Resolver } from "./resolver/resolver.ts";
import type { SymbolTarget } from "./symbol_target.ts";
import { SyntaxFiles } from "./syntax_files.ts";

const SHOP = {
  "shop/pay.ts": "export function pay(order: number) {\n  charge(order);\n  return 1;\n}\n\n" +
    'function charge(order: number) {\n  // pay(order)\n  return "pay(order)";\n}\n',
  "shop/cart.ts":
    'import { pay as settle } from "./pay.ts";\n\nexport class Cart {\n  close() {\n    return settle(2);\n  }\n}\n',
  "shop/paying.ts": 'import { pay } from "stripe";\n\nexport function run() {\n  pay(1);\n}\n',
  "tests/pay_test.ts":
    'import { pay } from "../shop/pay.ts";\n\nexport function testPay() {\n  return pay(1) === 1;\n}\n',
  "docs/pay.md": "# Pay\n\nCall `pay(order)`.\n",
};

const PAY: SymbolTarget = {
  path: "shop/pay.ts",
  language: "typescript",
  name: "pay",
  startLine: 1,
  endLine: 4,
};

Deno.test("findCallers() and findCallees() list the calls of a function, those of tests last, and not those of another one", async () => {
  using tree = await SymbolAnswers.open(SHOP);
  assert.deepEqual(await tree.callers("shop/pay.ts#pay"), [
    "certain shop/cart.ts: Cart.close 5",
    "certain tests/pay_test.ts: testPay 4",
  ]);
  assert.deepEqual(await tree.callers("shop/pay.ts#charge"), ["certain shop/pay.ts: pay 2"]);
  assert.deepEqual(await tree.callees("shop/pay.ts#pay"), ["certain shop/pay.ts: charge 2"]);
  assert.deepEqual(await tree.callees("shop/cart.ts#Cart.close"), ["certain shop/pay.ts: pay 5"]);
  assert.deepEqual(await tree.callees("shop/paying.ts#run"), []);
});

Deno.test("findCallees() distinguishes types of one file by the receiver, or reports that it cannot", async () => {
  using tree = await SymbolAnswers.open({
    "zoo.ts":
      "class Cage {\n  feed() {}\n}\n\nclass Pond {\n  static feed() {}\n  run() {\n    this.fill();\n  }\n" +
      "  fill() {}\n}\n\nfunction direct() {\n  Pond.feed();\n}\n\nfunction unknown(it: any) {\n  it.feed();\n}\n",
  });
  assert.deepEqual(await tree.callees("zoo.ts#run"), ["certain zoo.ts: Pond.fill 8"]);
  assert.deepEqual(await tree.callees("zoo.ts#direct"), ["certain zoo.ts: Pond.feed 14"]);
  assert.deepEqual(await tree.callees("zoo.ts#unknown"), ["? feed 18"]);
});

Deno.test("findCallers() and findCallees() return nothing of files that are excluded, changed or unknown", async () => {
  using tree = new IndexedTree({
    ...SHOP,
    "shop/secret_cart.ts":
      'import { pay } from "./pay.ts";\n\nexport function hidden() {\n  pay(1);\n}\n',
    "shop/mail.ts":
      'import { hidden } from "./secret_cart.ts";\n\nexport function mail() {\n  hidden();\n}\n',
  });
  await tree.refresh();
  tree.write("shop/cart.ts", "// pay(1)\n");
  const visibility = tree.visibility.hide("forbidden", (path) => path.includes("secret"));
  using files = new SyntaxFiles(tree.reader, { root: tree.root, visibility });
  const resolver = new Resolver(files);
  const options = { maxFiles: 10, deadline: Infinity };
  const { callers, nameOnly } = await findCallers(resolver, PAY, options);
  assert.deepEqual([...callers, ...nameOnly].map(({ path }) => path), ["tests/pay_test.ts"]);
  const mail = { ...PAY, path: "shop/mail.ts", name: "mail", startLine: 3, endLine: 5 };
  assert.deepEqual((await findCallees(resolver, mail, options)).callees, []);
  const unknown = { ...PAY, path: "x.ts" };
  assert.deepEqual((await findCallers(resolver, unknown, options)).callers, []);
  assert.deepEqual((await findCallees(resolver, unknown, options)).callees, []);
});

Deno.test("findCallers() and findCallees() stop at their limits, and report their omissions", async () => {
  using tree = new IndexedTree(SHOP);
  await tree.refresh();
  using files = new SyntaxFiles(tree.reader, tree, { maxParsedLength: 250 });
  const resolver = new Resolver(files);
  const few = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`shop/use${i}.ts`, SHOP["shop/cart.ts"]]),
  );
  using many = new IndexedTree({ ...SHOP, ...few });
  await many.refresh();
  using manyFiles = new SyntaxFiles(many.reader, many);
  const enough = { maxFiles: 99, deadline: Infinity, maxUsingFiles: 2 };
  const some = await findCallers(new Resolver(manyFiles), PAY, enough);
  assert.ok(some.callers.length >= 2 && some.unread.length >= 20, `${some.unread.length}`);
  const late = await findCallers(resolver, PAY, { maxFiles: 10, deadline: 0 });
  assert.deepEqual(late.callers, []);
  assert.ok(late.unread.includes("shop/cart.ts") && late.unread.includes("tests/pay_test.ts"));
  const { callees, unreadFrom } = await findCallees(resolver, PAY, { deadline: 0 });
  assert.deepEqual([callees, unreadFrom], [[], 1]);
  const long = await findCallers(resolver, PAY, { maxFiles: 10, deadline: Infinity });
  assert.ok(long.unread.length > 0 && long.unread.length < late.unread.length + 1);
});

Deno.test("findCallers() reads as much with cached files as without", async () => {
  using tree = new IndexedTree(SHOP);
  await tree.refresh();
  const find = async () => {
    using files = new SyntaxFiles(tree.reader, tree, { maxParsedLength: 250 });
    const options = { maxFiles: 10, deadline: Infinity };
    return (await findCallers(new Resolver(files), PAY, options)).unread;
  };
  const cold = await find();
  assert.ok(cold.length > 0);
  // All files are cached by an answer without a limit.
  using all = new SyntaxFiles(tree.reader, tree);
  await findCallers(new Resolver(all), PAY, { maxFiles: 10, deadline: Infinity });
  assert.deepEqual(await find(), cold);
});

Deno.test("findCallers() finds the definition around a call in a long file with any comments", async () => {
  const filler = Array.from({ length: 300 }, (_, i) => `function f${i}() {\n  return ${i};\n}\n`);
  const prose = Array.from({ length: 200 }, (_, i) => ` * Line ${i}: settle() is said here.`);
  using tree = await SymbolAnswers.open({
    "long.ts": [...filler, "function last() {\n  return f7();\n}\n", ...filler].join("\n"),
    "a.ts": "export function settle(): void {}\n",
    "b.ts": ["import { settle } from './a.ts';", "/*", ...prose, " */", "settle();"].join("\n"),
  });
  assert.deepEqual(await tree.callers("long.ts#f7"), ["certain long.ts: last 1202"]);
  assert.deepEqual(await tree.callers("a.ts#settle"), ["certain b.ts: - 204"]);
});
