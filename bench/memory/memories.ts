import type { Arm } from "./arms.ts";
import type { Remembered } from "./memory_text.ts";
import type { RelatedTask, Replay } from "./replay.ts";
import { recall } from "./recall.ts";
import type { ArmMemories } from "./run_arms.ts";

/** Memories of each base task, by its id, from each source. */
export interface Memories {
  readonly mined: ReadonlyMap<string, readonly Remembered[]>;
  readonly curated: ReadonlyMap<string, readonly Remembered[]>;
}

/**
 * Returns the mined memories of a replay, and those in a file of handwritten claims by base task.
 */
export function readMemories(
  { memories }: Pick<Replay, "memories">,
  { curated }: { readonly curated?: string | undefined },
): Memories {
  const written = curated === undefined ? {} : JSON.parse(Deno.readTextFileSync(curated));
  return { mined: new Map(Object.entries(memories)), curated: new Map(Object.entries(written)) };
}

/** Returns the memories of an arm for a task; undefined when there are none. */
export function findMemories(
  task: RelatedTask,
  arm: Arm,
  memories: Memories,
): ArmMemories | undefined {
  if (arm.source === "recalled") return recallFor(task, memories, 1);
  if (arm.source === "recalled3") return recallFor(task, memories, 3);
  const found = findPairMemories(task, arm, memories);
  return found && { memories: found };
}

/** Returns the best memories that were mined from any earlier task of the repository. */
function recallFor(
  { earlier, problem }: RelatedTask,
  { mined }: Memories,
  count: number,
): ArmMemories | undefined {
  const found = recall(problem, earlier.flatMap((id) => mined.get(id) ?? []));
  const [first, second] = found;
  if (first === undefined) return undefined;
  const { score, covered } = first;
  return {
    memories: found.slice(0, count).map(({ memory }) => memory),
    found: { score, covered, margin: score - (second?.score ?? 0) },
  };
}

function findPairMemories(
  { base = "", repo, changed }: RelatedTask,
  { source }: Arm,
  { mined, curated }: Memories,
): readonly Remembered[] | undefined {
  switch (source) {
    case "mined":
      return orUndefined(mined.get(base));
    case "curated":
      return orUndefined(curated.get(base));
    case "other":
      if (base === "") return undefined;
      return orUndefined(curated.get(findUnrelatedBase(base, { repo, curated })));
    case "fix":
      return [{
        claim: "",
        anchors: [...new Set(changed.map(({ path }) => path))].map((path) => ({ path })),
      }];
    default:
      return undefined;
  }
}

function orUndefined(memories: readonly Remembered[] = []): readonly Remembered[] | undefined {
  return memories.length === 0 ? undefined : memories;
}

/**
 * Returns an unrelated base task: the one half way around the list of the repository's tasks with
 * claims.
 */
function findUnrelatedBase(
  base: string,
  { repo, curated }: { readonly repo: string; readonly curated: Memories["curated"] },
): string {
  const prefix = `${repo.replace("/", "__")}-`;
  const ids = [...curated.keys()].filter((id) => id.startsWith(prefix)).sort();
  const at = (ids.indexOf(base) + Math.ceil(ids.length / 2)) % ids.length;
  return ids[at] === base ? "" : ids[at]!;
}
