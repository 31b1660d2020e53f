import type { TurnMoment, TurnTools } from "@dossier/retrieval/feature";
import type { StateStore } from "@dossier/retrieval/state";
import { MEMORY_URL, readVariable } from "./has_memory.ts";

const GIT_FILE_REGEXP = /^gitdir: (.+)\/\.git\/worktrees\/[^/\s]+\s*$/;

const HAS_TABLE = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?";
const SELECT_SETTINGS = "SELECT settings FROM memory_projects";
const SELECT_RECORDED = "SELECT 1 FROM memory_transcripts WHERE path = ?";
const SELECT_WAITING = `SELECT 1 FROM memory_injects WHERE session = ? AND project IN
  (SELECT id FROM memory_projects) AND state IN ('pending', 'offered') LIMIT 1`;

/**
 * Returns true when memory may have something to do for a session at a moment. Users wait at each
 * moment, and most trees have no memory. Therefore the check makes only a few short queries of an
 * open state, and loads no module.
 */
export async function mayNeedMemory(turn: TurnMoment, tools: TurnTools): Promise<boolean> {
  if (readVariable(MEMORY_URL) !== undefined) return true;
  const { root, state } = tools;
  const main = findMainTree(root);
  if (main === undefined) return await needsMemory(turn, { state, own: state });
  // Imported here only: few trees are linked work trees.
  const { hasState, openState } = await import("@dossier/retrieval/open-state");
  const folder = `${main}/.dossier/state`;
  if (!hasState(folder)) return false;
  using shared = await openState(folder);
  return await needsMemory(turn, { state: shared, own: state });
}

/**
 * @param places.state The state of the memory.
 * @param places.own The state with the transcripts of the tree.
 */
async function needsMemory(
  turn: TurnMoment,
  { state, own }: { readonly state: StateStore; readonly own: StateStore },
): Promise<boolean> {
  const { moment, session } = turn;
  const name = moment === "turn" || moment === "idle" ? "capture" : "push";
  const found = await state.read(async (sql) => {
    if (await sql.value<number>(HAS_TABLE, "memory_injects") === undefined) return undefined;
    const rows = await sql.all<{ readonly settings: string }>(SELECT_SETTINGS);
    return {
      isOn: rows.some(({ settings }) =>
        state.parse<Readonly<Record<string, unknown>>>(settings)[name] === true
      ),
      isWaiting: moment === "turn" &&
        await sql.value<number>(SELECT_WAITING, session) !== undefined,
    };
  });
  if (found === undefined) return false;
  if (found.isWaiting || !found.isOn) return found.isWaiting;
  return moment !== "turn" || !await isRecorded(own, turn.transcript);
}

/** Returns true when a transcript is recorded, or there is none. */
async function isRecorded(state: StateStore, path: string | undefined): Promise<boolean> {
  if (path === undefined) return true;
  return await state.read(async (sql) =>
    await sql.value<number>(HAS_TABLE, "memory_transcripts") !== undefined &&
    await sql.value<number>(SELECT_RECORDED, path) !== undefined
  );
}

/**
 * Returns the main work tree that the tree at `root` names; undefined when it is not a linked one.
 */
function findMainTree(root: string): string | undefined {
  for (let folder = root; folder !== ""; folder = folder.slice(0, folder.lastIndexOf("/"))) {
    try {
      const { isFile } = Deno.lstatSync(`${folder}/.git`);
      if (!isFile) return undefined;
      return GIT_FILE_REGEXP.exec(Deno.readTextFileSync(`${folder}/.git`))?.[1];
    } catch {
      // It may be in a folder above.
    }
  }
  return undefined;
}
