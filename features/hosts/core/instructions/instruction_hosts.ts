import { splitLines } from "@dossier/core/split-lines";
import { takeUtf8Start } from "@dossier/core/utf8";
import { type Host, type HostInstructions, type HostMemory, HOSTS } from "../hosts/mod.ts";

/** Which instruction files a host reads; see {@link HostInstructions}. */
export interface InstructionHost
  extends Pick<Host, "name">, Required<Omit<HostInstructions, "memory" | "maxBytes" | "isFirst">> {
  readonly memory?: HostMemory;
  readonly maxBytes?: number;
}

/** Bytes of a project's files that are given where nobody says how many: as many as by Codex. */
export const DEFAULT_INSTRUCTION_BYTES = 32 * 1024;

const DEFAULTS = {
  managed: [],
  user: [],
  root: [],
  local: [],
  rules: [],
  isAboveRoot: false,
  imports: 0,
  hidesComments: false,
  skills: [".agents/skills"],
};

/** The hosts with files of instructions, in the order in which those of all are given. */
export const INSTRUCTION_HOSTS: readonly InstructionHost[] = HOSTS
  .toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
  .flatMap(({ name, instructions }) =>
    instructions === undefined ? [] : { name, ...DEFAULTS, ...instructions }
  );

function isFirst({ instructions }: Host): boolean {
  return instructions?.isFirst === true;
}

/** Returns what a session is told of a file of notes: its beginning. */
export function takeMemoryStart(
  text: string,
  { lines, bytes }: Pick<HostMemory, "lines" | "bytes">,
): string {
  return takeUtf8Start(text.slice(0, splitLines(text).starts[lines] ?? text.length), bytes);
}

/** Returns the host with a name; undefined when there is none. */
export function findInstructionHost(name: string): InstructionHost | undefined {
  return INSTRUCTION_HOSTS.find((host) => host.name === name);
}
