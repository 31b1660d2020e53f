import assert from "node:assert/strict";
import { type NameUse, rankDefinitions } from "./rank_definitions.ts";

const CODE = { weight: 1 };

function use(name: string, from: number, ...to: number[]): NameUse {
  return { name, from, to, weight: 1 };
}

/** Returns the scores by file and name, to four digits. */
function score(...asked: Parameters<typeof rankDefinitions>): Record<string, string> {
  return Object.fromEntries(
    rankDefinitions(...asked).map(({ file, name, score }) => [`${file} ${name}`, score.toFixed(4)]),
  );
}

Deno.test("rankDefinitions() scores a definition by how often one arrives at it", () => {
  // One is at a, b and c in the shares x, x and x + .85 × 2x, so that x = 1 / 4.7.
  const defined = [{ name: "open", file: 2 }, { name: "main", file: 0 }];
  const uses = [use("open", 0, 2), use("open", 1, 2)];
  assert.deepEqual(score([CODE, CODE, CODE], defined, uses), {
    "2 open": (.85 * 2 / 4.7).toFixed(4),
    "0 main": "0.0000",
  });
});

Deno.test("rankDefinitions() parts a use among the definitions that may be meant", () => {
  const defined = [{ name: "open", file: 1 }, { name: "open", file: 2 }];
  // Files 1 and 2 are at x + .425 × x0 each, and x0 = x: 3x + .85x = 1.
  const expected = (.85 / 2 / 3.85).toFixed(4);
  assert.deepEqual(score([CODE, CODE, CODE], defined, [use("open", 0, 1, 2)]), {
    "1 open": expected,
    "2 open": expected,
  });
});

Deno.test("rankDefinitions() counts a use in the defining file for a tenth, and leads nowhere by it", () => {
  const defined = [{ name: "open", file: 1 }, { name: "own", file: 0 }];
  const uses = [use("open", 0, 1), use("own", 0, 0)];
  // Both files are at x and x + .85x, so that x = 1 / 2.85; of what leaves file 0 own has .1 of 1.1.
  assert.deepEqual(score([CODE, CODE], defined, uses), {
    "1 open": (.85 / 2.85 / 1.1).toFixed(4),
    "0 own": (.85 / 2.85 * .1 / 1.1).toFixed(4),
  });
});

Deno.test("rankDefinitions() begins seldom in a file of little weight, and lets what it uses tell little", () => {
  const defined = [{ name: "code", file: 2 }, { name: "test", file: 3 }];
  const uses = [use("code", 0, 2), use("test", 1, 3)];
  const ranked = score([CODE, { weight: .1 }, CODE, CODE], defined, uses);
  // Begun at 1/3.1 and .1/3.1; what is not led on begins anew, so that the ratio stays.
  assert.equal((Number(ranked["2 code"]) / Number(ranked["3 test"])).toFixed(0), "100");
});

Deno.test("rankDefinitions() keeps the order given among equals, and is the same each time", () => {
  const defined = [{ name: "b", file: 1 }, { name: "a", file: 1 }, { name: "c", file: 0 }];
  const names = () => rankDefinitions([CODE, CODE], defined, []).map(({ name }) => name);
  assert.deepEqual(names(), ["b", "a", "c"]);
  assert.deepEqual(names(), names());
  assert.deepEqual(rankDefinitions([], [], []), []);
});
