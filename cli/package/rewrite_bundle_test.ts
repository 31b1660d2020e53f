import assert from "node:assert/strict";
import { rewriteBundle } from "./rewrite_bundle.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";

const REQUIRE =
  'import{createRequire as a}from"node:module";var b=a(import.meta.url);export default b();\n';

function rewrite(main: string): string {
  using folder = new TempWorkspace({ "lib-1.js": REQUIRE, "main.js": main });
  rewriteBundle(folder.root, []);
  return Deno.readTextFileSync(folder.path("main.js"));
}

Deno.test("rewriteBundle() adds the named exports of a CommonJS package to imports at run time", () => {
  const text = rewrite('let{default:c,parse:d}=await import("./lib-1.js");c();\n');
  assert.match(text, /await import\(\$at\("\.\/lib-1\.js"\)\)\.then\(\$named\);/);
  const named = new Function(`${text.slice(text.indexOf("function $at"))}; return $named`)();
  const parse = () => {};
  assert.deepEqual(named({ default: { parse } }), { parse, default: { parse } });
});

Deno.test("rewriteBundle() makes packages load required modules at their first use", () => {
  const written = 'var node_process = __require("node:process");\n' +
    'if (node_process.env.LOG_STREAM) console.dir(1);\nnode_process.emitWarning("so");\n';
  const text = rewrite(written);
  const asked: string[] = [];
  const warned: string[] = [];
  const load = (name: string) => {
    asked.push(name);
    return { emitWarning: (sentence: string) => warned.push(sentence) };
  };
  const [before = ""] = text.split("node_process.emitWarning");
  new Function("__require", before + text.slice(text.indexOf("function $required")))(load);
  assert.deepEqual(asked, []);
  new Function("__require", text)(load);
  assert.deepEqual([asked, warned], [["node:process"], ["so"]]);
});

Deno.test("rewriteBundle() lets packages call, construct and extend required modules", () => {
  const text = rewrite(
    'var assert = __require("node:assert");\nvar events = __require("node:events");\n' +
      "class Own extends events {}\nreturn [assert(1), assert.ok, new events(2), new Own(3)];\n",
  );
  class Emitter {
    readonly value: number;
    constructor(value: number) {
      this.value = value;
    }
  }
  const assertion = Object.assign((value: number) => value + 1, { ok: "ok" });
  const load = (name: string) => name === "node:assert" ? assertion : Emitter;
  const [called, ok, made, own] = new Function("__require", text)(load);
  assert.deepEqual([called, ok, made.value, own.value], [2, "ok", 2, 3]);
  assert.ok(made instanceof Emitter && own instanceof Emitter && own.constructor.name === "Own");
});
