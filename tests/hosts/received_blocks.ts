import { type HookBlockLabel, splitHookBlocks } from "@dossier/hosts/core/host";
import type { HostAnswer } from "./host_trial.ts";
import { listModelTexts, type ModelRequest } from "./model_stub.ts";

/** Block of dossier in a request. */
export interface ReceivedBlock extends HookBlockLabel {
  readonly role: string;
  readonly text: string;
}

/** Beginning of a map. */
export const MAP = "Map of the repository";

/** Beginning of a prompt's context: passages or pointers. */
const PROMPT_REGEXP = /^# Context|^Places in this repository/m;

/** Part to find in requests: the map, or the context of a prompt. */
export type ReceivedPart = "map" | "prompt";

/** Returns dossier's blocks in the last request of an answer. */
export function listLastBlocks({ requests }: HostAnswer): readonly ReceivedBlock[] {
  const last = requests.at(-1);
  return last === undefined ? [] : listBlocks(last);
}

function listBlocks(request: ModelRequest): readonly ReceivedBlock[] {
  return listModelTexts(request).flatMap(({ role, text }) =>
    splitHookBlocks(text).flatMap((piece) =>
      piece.label === undefined ? [] : [{ ...piece.label, role, text: piece.text }]
    )
  );
}

/** Returns the blocks that do not occur in another list, counting repetitions. */
export function subtractBlocks(
  blocks: readonly ReceivedBlock[],
  others: readonly ReceivedBlock[],
): readonly ReceivedBlock[] {
  const ids = others.map(({ id }) => id);
  return blocks.filter(({ id }) => {
    const at = ids.indexOf(id);
    if (at >= 0) ids.splice(at, 1);
    return at < 0;
  });
}

/**
 * Returns the time of the first request with a part, and the event that sent it; undefined when no
 * request has it.
 */
export function formatFirstReceived(
  { requests, startedAt }: Pick<HostAnswer, "requests" | "startedAt">,
  part: ReceivedPart,
): string | undefined {
  for (const [at, request] of requests.entries()) {
    const block = listBlocks(request).find(({ text }) => containsPart(text, part));
    if (block === undefined) continue;
    const seconds = ((request.time - startedAt) / 1000).toFixed(1);
    return `${seconds} s, request ${at + 1}, ${block.moment}`;
  }
  return undefined;
}

/** Returns the problem unless a part is in exactly one block, and in the given role. */
export function formatWrongCount(
  blocks: readonly ReceivedBlock[],
  part: ReceivedPart,
  role?: string,
): string | undefined {
  const of = blocks.filter(({ text }) => containsPart(text, part));
  const isRight = of.length === 1 && (role === undefined || of[0]!.role === role);
  return isRight ? undefined : formatBlocks(of) ?? "no block";
}

/** Returns blocks as one line; undefined for none. */
export function formatBlocks(blocks: readonly ReceivedBlock[]): string | undefined {
  if (blocks.length === 0) return undefined;
  return blocks.map(({ moment, role, text }) => `${moment} as ${role}: ${text.slice(0, 120)}`)
    .join(" | ");
}

function containsPart(text: string, part: ReceivedPart): boolean {
  return part === "map" ? text.includes(MAP) : PROMPT_REGEXP.test(text);
}

/** Lines of a file that are shown in a text. */
export interface ShownLines {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

/** Returns the passages of a bundle in Markdown. */
export function listShownLines(text: string): readonly ShownLines[] {
  return [...text.matchAll(/^## (\S+):(\d+)-(\d+)/gm)].map(([, path = "", from, to]) => ({
    path,
    from: Number(from),
    to: Number(to),
  }));
}

/** Returns whether two passages have a line in common. */
export function areOverlapping(a: ShownLines, b: ShownLines): boolean {
  return a.path === b.path && a.from <= b.to && b.from <= a.to;
}
