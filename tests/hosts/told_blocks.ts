import { type HookBlockLabel, splitHookBlocks } from "@dossier/hosts/core/host";
import type { HostAnswer } from "./host_trial.ts";
import { listModelTexts, type ModelRequest } from "./model_stub.ts";

/** A block of ours in a request. */
export interface ToldBlock extends HookBlockLabel {
  readonly role: string;
  readonly text: string;
}

/** How a map begins. */
export const MAP = "Map of the repository";

/** How what a prompt calls for begins: passages, or pointers. */
const PROMPT_REGEXP = /^# Context|^Places in this repository/m;

/** What is looked for in requests: the map, or what a prompt calls for. */
export type ToldPart = "map" | "prompt";

/** Returns the blocks of ours in the last request of an answer. */
export function listLastBlocks({ requests }: HostAnswer): readonly ToldBlock[] {
  const last = requests.at(-1);
  return last === undefined ? [] : listBlocks(last);
}

function listBlocks(request: ModelRequest): readonly ToldBlock[] {
  return listModelTexts(request).flatMap(({ role, text }) =>
    splitHookBlocks(text).flatMap((piece) =>
      piece.label === undefined ? [] : [{ ...piece.label, role, text: piece.text }]
    )
  );
}

/** Returns those blocks that are not among others, as often as they are. */
export function subtractBlocks(
  blocks: readonly ToldBlock[],
  others: readonly ToldBlock[],
): readonly ToldBlock[] {
  const ids = others.map(({ id }) => id);
  return blocks.filter(({ id }) => {
    const at = ids.indexOf(id);
    if (at >= 0) ids.splice(at, 1);
    return at < 0;
  });
}

/** Returns when a part first was in a request, and at which moment it was told; undefined when it was in none. */
export function describeFirstTold(
  { requests, startedAt }: Pick<HostAnswer, "requests" | "startedAt">,
  part: ToldPart,
): string | undefined {
  for (const [at, request] of requests.entries()) {
    const block = listBlocks(request).find(({ text }) => holdsPart(text, part));
    if (block === undefined) continue;
    const seconds = ((request.time - startedAt) / 1000).toFixed(1);
    return `${seconds} s, request ${at + 1}, ${block.moment}`;
  }
  return undefined;
}

/** Returns what is wrong unless a part is in one block, in a role where one is given. */
export function describeWrongCount(
  blocks: readonly ToldBlock[],
  part: ToldPart,
  role?: string,
): string | undefined {
  const of = blocks.filter(({ text }) => holdsPart(text, part));
  const isRight = of.length === 1 && (role === undefined || of[0]!.role === role);
  return isRight ? undefined : describeBlocks(of) ?? "no block";
}

/** Returns blocks in a line; undefined for none. */
export function describeBlocks(blocks: readonly ToldBlock[]): string | undefined {
  if (blocks.length === 0) return undefined;
  return blocks.map(({ moment, role, text }) => `${moment} as ${role}: ${text.slice(0, 120)}`)
    .join(" | ");
}

function holdsPart(text: string, part: ToldPart): boolean {
  return part === "map" ? text.includes(MAP) : PROMPT_REGEXP.test(text);
}

/** Lines of a file that a text shows. */
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
