import type { RuleScope } from "./path_rule.ts";
import { splitLines } from "@dossier/core/split-lines";
import { takeUtf8Start } from "@dossier/core/utf8";
import { type Host, type HostInstructions, type HostMemory, HOSTS } from "../hosts/mod.ts";

/**
 * Whose a file of instructions is: an administrator's, the user's, of a folder above the root, the project's, or the
 * project's but not shared.
 */
export type InstructionOrigin = "managed" | "user" | "ancestor" | "project" | "local";

/** A file of instructions. */
export interface InstructionFile {
  /** Relative to the root; with `~/` in the user's home, else absolute. */
  readonly path: string;
  /** Whose it is. */
  readonly origin: InstructionOrigin;
  /** The folder for whose files it holds, relative to the root and empty for all. */
  readonly folder: string;
  /** The hosts that read it. */
  readonly hosts: readonly string[];
  /** What is given of it: without metadata, and without comments where hosts take them out. */
  readonly text: string;
  /** Size on the disk. */
  readonly bytes: number;
  /** SHA-256 of what is given of it, hexadecimal. */
  readonly hash: string;
  /** For which files it holds, where it is a rule. */
  readonly scope?: RuleScope;
  /** The file that imports it. */
  readonly importedBy?: string;
  /** The file that it is a symbolic link to. */
  readonly linkTo?: string;
}

/** Returns whether a file stands in front of the separator: it holds in every project. */
export function isOfUser({ origin }: Pick<InstructionFile, "origin">): boolean {
  return origin === "managed" || origin === "user";
}

/** What a finding is about. */
export type InstructionFindingKind =
  | "unread"
  | "import"
  | "rule"
  | "skill"
  | "dead-path"
  | "duplicate"
  | "conflict"
  | "too-long"
  | "secret";

/** Something that is wrong with instructions, or that people should know. */
export interface InstructionFinding {
  /** `error` where a host is not told what is written. */
  readonly level: "error" | "warning";
  /** What it is about. */
  readonly kind: InstructionFindingKind;
  /** The file, as people are told of it. */
  readonly path: string;
  /** 1-based; absent where it is about the whole file. */
  readonly line?: number;
  /** A clear sentence, with the mend where it is not plain. */
  readonly message: string;
}

/** A file whose text is compared with others. */
export interface ComparedInstructions {
  readonly path: string;
  /** The folder for whose files it holds, relative to the root. */
  readonly folder: string;
  readonly hosts: readonly string[];
  /** As it is on the disk. */
  readonly text: string;
  /** Whether it is for some files only. */
  readonly isScoped: boolean;
}

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

/** What stands between what holds in every project and what holds in this one. */
const SEPARATOR = "\n\n--- project-doc ---\n\n";

const BLANK_LINE = "\n\n";
const PREFIX = "# AGENTS.md instructions for ";

/** The three kinds of text that a session is told as it begins; absent or blank where there is nothing. */
interface InstructionTexts {
  /** What holds in every project of the user. */
  readonly user?: string | undefined;
  /** The project's documents, least specific first. */
  readonly documents?: readonly string[] | undefined;
  /** The list of skills. */
  readonly skills?: string | undefined;
}

/**
 * Returns instructions joined as Codex does: documents, as they are, with a blank line between; a separator between
 * what the user says, without the blank space around it, and the project; and a blank line before skills. Undefined
 * when there is nothing.
 *
 * @example
 * ```ts
 * import { joinInstructions } from "@dossier/hosts/core";
 * import assert from "node:assert/strict";
 *
 * assert.equal(joinInstructions({ user: "Be brief.", documents: ["a", "b"] }),
 *   "Be brief.\n\n--- project-doc ---\n\na\n\nb");
 * ```
 */
export function joinInstructions(
  { user = "", documents = [], skills = "" }: InstructionTexts,
): string | undefined {
  const isSaid = (text: string) => text.trim() !== "";
  const project = documents.filter(isSaid).join(BLANK_LINE);
  const told = [user.trim(), project].filter(isSaid).join(SEPARATOR);
  return [told, skills].filter(isSaid).join(BLANK_LINE) || undefined;
}

/** Returns the message of a user by which Codex tells a session its instructions. @param cwd The folder of the session. */
export function renderInstructionsMessage(text: string, { cwd }: { readonly cwd: string }): string {
  return `${PREFIX}${cwd}\n\n<INSTRUCTIONS>\n${text}\n</INSTRUCTIONS>`;
}

/** Returns whether the text of a message is one of {@link renderInstructionsMessage}, which a compaction leaves out. */
export function isInstructionsMessage(text: string): boolean {
  return text.startsWith(PREFIX);
}
