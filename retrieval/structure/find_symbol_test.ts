import assert from "node:assert/strict";
import { makeTree } from "../../tests/temp_tree.ts";
import { openEngine } from "../engine.ts";
import { countParameters } from "./find_symbol.ts";

Deno.test("countParameters() counts parameters, but not commas in nested brackets", () => {
  const counts: readonly [signature: string, least: number, most: number][] = [
    ["def run", 0, 0],
    ["run()", 0, 0],
    ["helper(X, Acc)", 2, 2],
    ["helper([H | T], {A, B}, #{a => b, c => d}) when H > 1", 3, 3],
    ["def add(a, {b, c}, opts \\\\ [])", 2, 3],
  ];
  for (const [signature, least, most] of counts) {
    assert.deepEqual(countParameters(signature), { least, most }, signature);
  }
});

const TREE = {
  "src/refsrv.erl": `-module(refsrv).

helper(X) ->
    helper(X, []).

helper([], Acc) -> Acc;
helper([X | Rest], Acc) ->
    helper(Rest, [X | Acc]).
`,
  "src/other.erl": "-module(other).\nhelper(A, B, C) -> ok.\n",
  "lib/core.ex": `defmodule Calc.Core do
  def add_up(a), do: a

  def add_up(a, b) do
    a + b
  end
end
`,
};

Deno.test("Engine.structure() selects a function of one name by the number of its parameters", async () => {
  using tree = makeTree(TREE);
  using engine = await openEngine({ root: tree.root });
  const find = async (target: string) => {
    const { subject } = await engine.structure({ kind: "callees", targets: [target] });
    return `${subject?.path}:${subject?.startLine}-${subject?.endLine}`;
  };
  const places: readonly [target: string, place: string][] = [
    ["refsrv:helper/1", "src/refsrv.erl:3-4"],
    ["refsrv:helper/2", "src/refsrv.erl:6-8"],
    ["helper/3", "src/other.erl:2-2"],
    ["Calc.Core.add_up/1", "lib/core.ex:2-2"],
    ["add_up/2", "lib/core.ex:4-6"],
    // No function has nine: the number is ignored.
    ["Calc.Core.add_up/9", "lib/core.ex:4-6"],
    ["src/refsrv#helper/1", "src/refsrv.erl:3-4"],
  ];
  for (const [target, place] of places) assert.equal(await find(target), place, target);
});
