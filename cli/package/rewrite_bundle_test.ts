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

Deno.test("rewriteBundle() gives imports at run time the names of a package of CommonJS", () => {
  const text = rewrite('let{default:c,parse:d}=await import("./lib-1.js");c();\n');
  assert.match(text, /await import\(\$at\("\.\/lib-1\.js"\)\)\.then\(\$named\);/);
  const named = new Function(`${text.slice(text.indexOf("function $at"))}; return $named`)();
  const parse = () => {};
  assert.deepEqual(named({ default: { parse } }), { parse, default: { parse } });
});

Deno.test("rewriteBundle() lets packages load what they require when they use it", () => {
  const written = 'var node_process = __require("node:process");\n' +
    'if (node_process.env.LOG_STREAM) console.dir(1);\nnode_process.emitWarning("so");\n';
  const text = rewrite(written);
  const asked: string[] = [];
  const warned: string[] = [];
  const load = (name: string) => {
    asked.push(name);
    return { emitWarning: (sentence: string) => warned.push(sentence) };
  };
  new Function("__require", text.split("node_process.emitWarning")[0]!)(load);
  assert.deepEqual(asked, []);
  new Function("__require", text)(load);
  assert.deepEqual([asked, warned], [["node:process"], ["so"]]);
});
