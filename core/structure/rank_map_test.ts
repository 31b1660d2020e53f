import assert from "node:assert/strict";
import type { MapFile } from "./map_file.ts";
import { listMapNames, rankMap } from "./rank_map.ts";

let ids = 0;

function file(path: string, names: readonly string[], fields: Partial<MapFile> = {}): MapFile {
  const definitions = names.map((name, i) => (
    {
      name,
      symbol: name,
      kind: "function",
      startLine: i + 1,
      endLine: i + 1,
      importance: 1,
    } as const
  ));
  return { id: ++ids, path, language: "go", weight: 1, lines: 100, definitions, ...fields };
}

function rank(
  files: readonly MapFile[],
  users: Readonly<Record<string, readonly MapFile[]>> = {},
  { isWanted = () => true, limit = 99 }: { isWanted?(path: string): boolean; limit?: number } = {},
): string[] {
  const ids = Object.entries(users).map(([name, all]) => [name, all.map(({ id }) => id)] as const);
  return rankMap(files, { users: new Map(ids), isIncluded: isWanted, limit })
    .map(({ path, symbol }) => `${path} ${symbol}`);
}

Deno.test("rankMap() puts long files and files that others use first, and those with low weight last", () => {
  const [short, long, used, aside] = [
    file("a.go", ["openPool"], { lines: 20 }),
    file("b.go", ["closePool"], { lines: 900 }),
    file("c.go", ["sharePool"], { lines: 20 }),
    file("d_test.go", ["checkPool"], { weight: 0.03, lines: 2000 }),
  ];
  const files = [short, long, used, aside];
  assert.deepEqual(rank(files, { sharePool: [used, short, long], openPool: [short] }), [
    "b.go closePool",
    "c.go sharePool",
    "a.go openPool",
    "d_test.go checkPool",
  ]);
});

Deno.test("rankMap() puts a name with one definition before names that many files define", () => {
  const others = Array.from({ length: 8 }, (_, i) => file(`x/f${i}.go`, ["getState"]));
  const own = file("a.go", ["getState", "chooseRoute", "New"]);
  const files = [own, ...others];
  const users = { getState: files, chooseRoute: files.slice(0, 4), New: files };
  const names = rank(files, users).filter((name) => name.startsWith("a.go"));
  assert.deepEqual(names, ["a.go chooseRoute", "a.go New", "a.go getState"]);
});

Deno.test("rankMap() represents all folders", () => {
  const files = [
    ...Array.from({ length: 9 }, (_, i) => file(`big/f${i}.go`, [`runStep${i}`], { lines: 110 })),
    file("small/a.go", ["openPool"]),
  ];
  assert.equal(rank(files).indexOf("small/a.go openPool"), 1);
});

Deno.test("rankMap() ranks the included files as in the whole tree, up to a limit, and equal files by path", () => {
  const files = [
    file("src/b.go", ["readB", "writeB"]),
    file("src/a.go", ["readA"]),
    file("c.go", ["readC"]),
  ];
  const isWanted = (path: string) => path.startsWith("src/");
  assert.deepEqual(rank(files, {}, { isWanted, limit: 2 }), ["src/a.go readA", "src/b.go readB"]);
  assert.deepEqual(rank([], {}), []);
});

Deno.test("listMapNames() returns a few names of each file with weight", () => {
  const many = file("a.go", Array.from({ length: 20 }, (_, i) => `name${i}`));
  const names = listMapNames([many, file("a_test.go", ["checkAll"], { weight: 0.03 })]);
  assert.deepEqual([...names].slice(0, 2), ["name0", "name1"]);
  assert.ok(names.size < 10 && !names.has("checkAll"));
});
