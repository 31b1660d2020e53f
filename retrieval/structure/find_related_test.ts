import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openEngine } from "../engine.ts";

const TREE = {
  "src/burrow.ts": `export async function openBurrow(name: string): Promise<string> {
  const tunnel = await digTunnel(name);
  return tunnel + name;
}

export async function digTunnel(name: string): Promise<string> {
  const shovel = "spade";
  return shovel + name;
}
`,
  "src/visit.ts": `export async function visit(name: string): Promise<string> {
  const burrow = await openBurrow(name);
  return burrow;
}
`,
  "src/plain.ts": `export async function load(value: string): Promise<string> {
  const result = await other(value);
  return result;
}
`,
  "src/other.ts": `export async function other(value: string): Promise<string> {
  const result = value;
  return result;
}
`,
};

Deno.test("Engine.structure() relates definitions by names and rare words, never by keywords", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root });
  const { definitions } = await engine.structure({
    kind: "related",
    targets: ["src/burrow.ts:2"],
  });
  const reasonsOf = (name: string) =>
    definitions.find(({ symbol }) => symbol === name)?.reasons.join("; ");
  assert.match(reasonsOf("visit") ?? "", /^uses openBurrow/);
  assert.match(reasonsOf("digTunnel") ?? "", /^is used by it/);
  const text = definitions.flatMap(({ reasons }) => reasons).join("; ");
  assert.doesNotMatch(text, /\b(?:await|async|return|const|export|function|string)\b/);
});

Deno.test("Engine.structure() relates one of several overloads, to leave space for others", async () => {
  const shift = (type: string) =>
    `  static void shiftItems(${type}[] items, int offset) {\n    rotateItems(items, offset);\n  }\n`;
  const types = ["int", "long", "char", "byte", "short", "float", "double", "boolean"];
  using workspace = new TempWorkspace({
    "src/Items.java": `class Items {\n${types.map(shift).join("\n")}\n` +
      "  static void rotateItems(Object items, int offset) {\n    turn(items, offset);\n  }\n}\n",
  });
  using engine = await openEngine({ root: workspace.root });
  const { definitions } = await engine.structure({
    kind: "related",
    targets: ["src/Items.java:35"],
  });
  const names = definitions.map(({ symbol }) => symbol);
  assert.deepEqual(names.filter((name) => name === "Items.shiftItems").length, 1, names.join());
});
