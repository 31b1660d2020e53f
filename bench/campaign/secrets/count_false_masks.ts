import { createVisibility } from "@dossier/core/exclude";
import { DEFAULT_EXCLUSIONS } from "../../../core/exclude/exclusion_rules.ts";
import { maskSecrets } from "../../../retrieval/secrets/mod.ts";

/** Mask in a file. */
export interface LocatedMask {
  readonly path: string;
  /** Line, 1-based. */
  readonly line: number;
  readonly rule: string;
  readonly value: string;
}

/** Masks in a folder of trees. */
export interface TreeMasks {
  readonly lines: number;
  /** Number of lines by the ending of their files. */
  readonly languages: ReadonlyMap<string, number>;
  readonly masks: readonly LocatedMask[];
}

const VISIBILITY = createVisibility(DEFAULT_EXCLUSIONS);

/** Returns the masks in the files below a folder that an answer may show. */
export async function countMasks(folder: string): Promise<TreeMasks> {
  const languages = new Map<string, number>();
  const masks: LocatedMask[] = [];
  let lines = 0;
  for (const path of listPaths(folder)) {
    const bytes = Deno.readFileSync(`${folder}/${path}`);
    if (!VISIBILITY.isVisible(path, { size: bytes.length, head: bytes })) continue;
    const text = new TextDecoder().decode(bytes);
    const count = text.split("\n").length;
    lines += count;
    const ending = /\.\w+$/.exec(path)?.[0] ?? "other";
    languages.set(ending, (languages.get(ending) ?? 0) + count);
    const { masked } = await maskSecrets([{ path, startLine: 1, text }]);
    masks.push(...masked.map(({ rule, start, end }) => ({
      path,
      line: text.slice(0, start).split("\n").length,
      rule,
      value: text.slice(start, end),
    })));
  }
  return { lines, languages, masks };
}

function* listPaths(folder: string, below = ""): Generator<string> {
  const entries = [...Deno.readDirSync(`${folder}/${below}`)];
  for (const { name, isDirectory, isFile } of entries.sort((a, b) => a.name < b.name ? -1 : 1)) {
    if (isFile) yield below + name;
    if (isDirectory && VISIBILITY.isVisible(`${below}${name}/`)) {
      yield* listPaths(folder, `${below}${name}/`);
    }
  }
}
