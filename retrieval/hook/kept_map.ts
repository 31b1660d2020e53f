import type { Engine } from "../engine.ts";
import { readPlainText, VERSION, writeWhole } from "../machine/mod.ts";

/** File of the state folder that holds the last map: to make one of 2,500 files takes two seconds. */
const MAP_FILE = "map.json";

/** Bytes of such a file that is read. */
const MAX_BYTES = 64 * 1024;

/**
 * Returns the map of a tree: the one that was made last when the index has not changed since. Undefined when there is
 * nothing in it, or the index is not up to date: of a part of the tree it would be another map the next time.
 */
export async function takeMap(
  engine: Engine,
  { folder, budget, maxRefreshMs }: {
    /** Absolute path of the state folder. */
    readonly folder: string;
    /** Most tokens. */
    readonly budget: number;
    readonly maxRefreshMs: number;
  },
): Promise<string | undefined> {
  const index = await engine.freshen({ maxRefreshMs });
  if (index.stale) return undefined;
  const key = JSON.stringify([VERSION, budget, index.updatedAt]);
  const path = `${folder}/${MAP_FILE}`;
  const kept = readKept(path, key);
  if (kept !== undefined) return kept || undefined;
  const { text, definitions } = await engine.structure({ kind: "map" }, { budget, refresh: false });
  const made = definitions.length === 0 ? "" : text;
  keep(path, JSON.stringify({ key, text: made }));
  return made || undefined;
}

function readKept(path: string, key: string): string | undefined {
  const read = readPlainText(path, { maxBytes: MAX_BYTES });
  if (read.kind !== "text") return undefined;
  try {
    const kept = JSON.parse(read.text);
    return kept.key === key && typeof kept.text === "string" ? kept.text : undefined;
  } catch {
    return undefined;
  }
}

function keep(path: string, text: string): void {
  try {
    writeWhole(path, text);
  } catch {
    // It is made again the next time.
  }
}
