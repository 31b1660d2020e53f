import assert from "node:assert/strict";
import { SymbolAnswers, testCallers } from "../../tests/symbol_answers.ts";

testCallers("follows renamed imports and re-exports", {
  "weigh.ts": "export function weigh(n: number) {\n  return n;\n}\n",
  "as.ts":
    'import { weigh as measure } from "./weigh";\nexport function useAs() {\n  return measure(1);\n}\n',
  "star.ts": 'import * as scale from "./weigh.ts";\nexport const useStar = () => scale.weigh(2);\n',
  "barrel/index.ts": 'export * from "../weigh";\nexport { weigh as gauge } from "../weigh";\n',
  "open.ts":
    'import { weigh } from "./barrel";\nexport function useOpen() {\n  weigh(1);\n  return weigh(3);\n}\n',
  "renamed.ts":
    'import { gauge } from "./barrel/index.js";\nexport function useRenamed() {\n  return gauge(4);\n}\n',
  "other.ts": "function weigh() {}\nexport function useOwn() {\n  weigh();\n}\n",
  "lodash.ts": 'import { weigh } from "lodash";\nexport const foreign = () => weigh(1);\n',
  "shadow.ts":
    'import { weigh } from "./weigh";\nexport function shadowed(weigh: () => void) {\n  weigh();\n}\n',
  "text.ts": "// weigh(1)\nexport const text = 'weigh(2)';\n",
}, {
  "weigh.ts#weigh": [
    "certain as.ts: useAs 3",
    "certain open.ts: useOpen 3, 4",
    "certain renamed.ts: useRenamed 3",
    "certain star.ts: useStar 2",
  ],
});

testCallers("follows default exports under any name", {
  "tare.ts": "export default function tareAll() {\n  return 1;\n}\n",
  "pan.ts": "class Pan {\n  hold() {}\n}\nexport default Pan;\n",
  "any.ts":
    'import anyName from "./tare";\nexport function useDefault() {\n  return anyName();\n}\n',
  "on.ts": 'export { default as tare } from "./tare";\n',
  "through.ts":
    'import { tare } from "./on";\nexport function useThrough() {\n  return tare();\n}\n',
  "new.ts": 'import Vessel from "./pan";\nexport function hold() {\n  new Vessel().hold();\n}\n',
  "common.js": 'const make = require("./made");\nfunction useMade() {\n  return make();\n}\n',
  "made.js": "function makeIt() {}\nmodule.exports = makeIt;\n",
}, {
  "tare.ts#tareAll": ["certain any.ts: useDefault 3", "certain through.ts: useThrough 3"],
  "pan.ts#Pan": ["certain new.ts: hold 3"],
  "pan.ts#Pan.hold": ["certain new.ts: hold 3"],
  "made.js#makeIt": ["certain common.js: useMade 3"],
});

testCallers("follows the types of receivers", {
  "queue.ts": "export class Queue {\n  add(n: number): this {\n    return this;\n  }\n" +
    "  static make(): Queue {\n    return new Queue();\n  }\n}\n" +
    "export class Other {\n  add() {}\n}\n",
  "typed.ts": 'import { Other, Queue } from "./queue";\n' +
    "export function byParameter(q: Queue) {\n  q.add(1);\n}\n" +
    "export function byOther(q: Other) {\n  q.add();\n}\n" +
    "export function byValue() {\n  const q = new Queue();\n  q.add(1);\n}\n" +
    "export function byResult() {\n  Queue.make().add(1);\n}\n" +
    "export function byList(all: Queue[]) {\n  for (const one of all) one.add(1);\n}\n" +
    "export async function byPromise(later: Promise<Queue>) {\n  (await later).add(1);\n}\n" +
    "export function unknown(x: any, queue) {\n  x.add(1);\n  queue.add(1);\n}\n" +
    "export function byText(x: string) {\n  x.add(1);\n}\n",
  "field.ts": 'import { Queue } from "./queue";\nexport class Holder {\n  #own = new Queue();\n' +
    "  constructor(private readonly given: Queue) {}\n" +
    "  run() {\n    this.#own.add(1);\n    this.given.add(2);\n  }\n}\n" +
    "export function far(holder: Holder) {\n  holder.run();\n}\n",
}, {
  "queue.ts#Queue.add": [
    "certain field.ts: Holder.run 6, 7",
    "certain typed.ts: byParameter 3",
    "certain typed.ts: byValue 10",
    "certain typed.ts: byResult 13",
    "certain typed.ts: byList 16",
    "certain typed.ts: byPromise 19",
    "likely typed.ts: unknown 23",
    "name only typed.ts: unknown 22",
  ],
  "field.ts#Holder.run": ["certain field.ts: far 11"],
});

testCallers("resolves inherited and overridden members", {
  "base.ts": "export class Base {\n  run() {}\n  stop() {}\n}\n",
  "derived.ts":
    'import { Base } from "./base";\nexport class Derived extends Base {\n  run() {\n    super.run();\n  }\n}\n',
  "use.ts": 'import { Base } from "./base";\nimport { Derived } from "./derived";\n' +
    "export function viaBase(b: Base) {\n  b.run();\n}\n" +
    "export function viaDerived(d: Derived) {\n  d.run();\n  d.stop();\n}\n",
}, {
  "base.ts#Base.run": ["certain derived.ts: Derived.run 4", "certain use.ts: viaBase 4"],
  "derived.ts#Derived.run": [
    "certain use.ts: viaDerived 7",
    "likely use.ts: viaBase 4",
  ],
  "base.ts#Base.stop": ["certain use.ts: viaDerived 8"],
});

testCallers("distinguishes default values in patterns from the destructured members", {
  "a.ts":
    "const fallback = 1;\nexport function run({ x = fallback, y: z = fallback }: any, [w = fallback] = []) {\n" +
    "  return x;\n}\n",
}, { "a.ts#fallback": ["certain a.ts: run 2"] });

testCallers("stops at cyclic re-exports", {
  "a.ts": 'export * from "./b";\n',
  "b.ts": 'export * from "./a";\nexport function turn() {}\n',
  "c.ts": 'import { turn, lost } from "./a";\nexport function spin() {\n  turn();\n  lost();\n}\n',
}, { "b.ts#turn": ["certain c.ts: spin 3"] });

testCallers("finds packages of the workspace and mapped paths", {
  "package.json": '{ "name": "root", "workspaces": ["packages/*"] }',
  "packages/net/package.json": '{ "name": "@acme/net", "exports": { ".": "./dist/index.js" } }',
  "packages/net/src/index.ts": "export function connect() {}\n",
  "packages/app/tsconfig.json": '{ "compilerOptions": { "paths": { "~/*": ["./src/*"] } } }',
  "packages/app/src/run.ts":
    'import { connect } from "@acme/net";\nexport function run() {\n  connect();\n}\n',
  "packages/app/src/deep/main.ts":
    'import { run } from "~/run";\nexport function main() {\n  run();\n}\n',
}, {
  "packages/net/src/index.ts#connect": ["certain packages/app/src/run.ts: run 3"],
  "packages/app/src/run.ts#run": ["certain packages/app/src/deep/main.ts: main 3"],
});

testCallers("reads scripts and templates of components", {
  "menu.vue":
    '<script setup>\nimport { pick } from "./pick";\nfunction openMenu() {}\n</script>\n<template>\n' +
    '  <p>openMenu</p>\n  <button @click="openMenu" :title="pick()">a</button>\n</template>\n',
  "pick.js": "export function pick() {}\n",
  "one.svelte":
    '<script>\n  import { pick } from "./pick";\n</script>\n<button on:click={pick}>a</button>\n',
}, {
  "menu.vue#openMenu": ["certain menu.vue: - 7"],
  "pick.js#pick": ["certain menu.vue: - 7", "certain one.svelte: - 4"],
});

Deno.test("findCallees() resolves the calls of a function, and lists unresolved names", async () => {
  using tree = await SymbolAnswers.open({
    "a.ts": 'import { weigh as measure } from "./b";\nimport { far } from "far";\n' +
      "export function run(x: any) {\n  measure();\n  own();\n  far();\n  x.sendOff();\n  x.lost();\n  [].map(own);\n}\n" +
      "function own() {}\n",
    "b.ts": "export function weigh() {}\nexport class Post {\n  sendOff() {}\n}\n",
  });
  assert.deepEqual(await tree.callees("a.ts#run"), [
    "certain b.ts: weigh 4",
    "certain a.ts: own 5",
    "likely b.ts: Post.sendOff 7",
    "? lost 8",
    "? map 9",
  ]);
});

testCallers("uses the definitions of the index in broken code", {
  "broken.ts":
    "export interface Api {\n  send(): void;\n}\n<<<<<<< HEAD\nexport function useApi(api: Api) {\n" +
    "  helper(api);\n}\n=======\n>>>>>>> other\nfunction helper(api: Api) {\n  useApi(api);\n}\n",
}, {
  "broken.ts#helper": ["certain broken.ts: useApi 6"],
  "broken.ts#useApi": ["certain broken.ts: helper 11"],
});
