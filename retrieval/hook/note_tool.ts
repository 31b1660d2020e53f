import { type HookInput, readToolUse } from "@dossier/core/host";
import type { ActivityEvent } from "../delivery/state/mod.ts";
import { contentHash, readPlainFileAsync } from "../machine/mod.ts";
import { type HookSession, sinceCompaction } from "./hook_session.ts";

/** Bytes of a file that hosts show as a whole: most cut what is longer than 2,000 lines, or some 10,000 tokens. */
const WHOLE_FILE_BYTES = 32 * 1024;

/** A file of the tree that a tool was used on. */
export interface TouchedFile {
  /** Relative to the root. */
  readonly path: string;
  readonly kind: "read" | "edit";
  readonly isWhole: boolean;
}

/** Returns the files of a tree that the tool of an event reads or changes. */
export async function listTouched(
  { tool, folder }: Pick<HookInput, "tool" | "folder">,
  root: string,
): Promise<readonly TouchedFile[]> {
  const use = tool && readToolUse(tool);
  if (use === undefined) return [];
  const { toTreePath } = await import("../tree/tree_path.ts");
  return use.paths.flatMap((written) => {
    const path = toTreePath(
      written.startsWith("/") ? written : `${folder ?? root}/${written}`,
      root,
    );
    return path === undefined || path === "" ? [] : [{ ...use, path }];
  });
}

/**
 * Notes which tool a session has used and on which files. A file that it has seen from end to end, or changed after
 * that, counts as held as long as it stays as it is.
 */
export async function noteTool(
  { tool, agent }: Pick<HookInput, "tool" | "agent">,
  touched: readonly TouchedFile[],
  { session, root }: { readonly session: HookSession; readonly root: string },
): Promise<void> {
  const events: ActivityEvent[] = tool === undefined ? [] : [{ kind: "tool", value: tool.name }];
  for (const { kind, path, isWhole } of touched) {
    events.push({ kind: "file", value: path });
    // What a subagent has seen, the session has not.
    const isSeen = agent === undefined && (isWhole || kind === "edit" && holds(session, path));
    const hash = isSeen ? await hashShown(`${root}/${path}`) : undefined;
    if (agent === undefined || kind === "edit") {
      events.push({ kind, value: path, ...(hash === undefined ? {} : { hash }) });
    }
  }
  await session.note(...events);
}

/** Returns whether a session has seen all of a file, as it was when it last had to do with it. */
function holds(session: HookSession, path: string): boolean {
  const last = sinceCompaction(session.events())
    .findLast(({ kind, value }) => (kind === "read" || kind === "edit") && value === path);
  return last?.hash !== undefined;
}

async function hashShown(path: string): Promise<string | undefined> {
  const read = await readPlainFileAsync(path, { maxBytes: WHOLE_FILE_BYTES });
  return read.kind === "bytes" ? await contentHash(read.bytes) : undefined;
}
