import type { RuleScope } from "./path_rule.ts";
import { splitLines } from "@dossier/core/split-lines";
import { takeUtf8Start } from "@dossier/core/utf8";
import { type Host, type HostInstructions, type HostMemory, HOSTS } from "../hosts/mod.ts";

/**
 * Origin of an instruction file: an administrator, the user, a folder above the root, the project,
 * or the project but not shared.
 */
export type InstructionOrigin = "managed" | "user" | "ancestor" | "project" | "local";

/** An instruction file. */
export interface InstructionFile {
  /** Path relative to the root; with `~/` in the user's home, else absolute. */
  readonly path: string;
  /** Its origin. */
  readonly origin: InstructionOrigin;
  /** The folder whose files it applies to, relative to the root and empty for all. */
  readonly folder: string;
  /** The hosts that read it. */
  readonly hosts: readonly string[];
  /** Its content, without metadata, and without comments when hosts remove them. */
  readonly text: string;
  /** Size on disk in bytes. */
  readonly bytes: number;
  /** SHA-256 of the content in hexadecimal. */
  readonly hash: string;
  /** The files that a rule applies to. */
  readonly scope?: RuleScope;
  /** The file that imports it. */
  readonly importedBy?: string;
  /** The target of a symbolic link. */
  readonly linkTo?: string;
}

/** Returns true for a file that applies to every project, which comes before the separator. */
export function isUserFile({ origin }: Pick<InstructionFile, "origin">): boolean {
  return origin === "managed" || origin === "user";
}

/** The topic of a finding. */
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

/** A problem of instructions, or a fact about them that the user should know. */
export interface InstructionFinding {
  /** `error` when a host does not get a written text. */
  readonly level: "error" | "warning";
  /** The topic. */
  readonly kind: InstructionFindingKind;
  /** Path of the file for messages. */
  readonly path: string;
  /** 1-based; absent for the whole file. */
  readonly line?: number;
  /** A sentence, with the fix when it is not obvious. */
  readonly message: string;
}

/** A file whose text is compared with others. */
export interface ComparedInstructions {
  readonly path: string;
  /** The folder whose files it applies to, relative to the root. */
  readonly folder: string;
  readonly hosts: readonly string[];
  /** The text on disk. */
  readonly text: string;
  /** True when it applies to some files only. */
  readonly isScoped: boolean;
}

/** The instruction files of a host; see {@link HostInstructions}. */
export interface InstructionHost
  extends Pick<Host, "name">, Required<Omit<HostInstructions, "memory" | "maxBytes" | "isFirst">> {
  readonly memory?: HostMemory;
  readonly maxBytes?: number;
}

/** Default for the most bytes of a project's files, from Codex. */
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

/** The hosts with instruction files, in the order of their texts. */
export const INSTRUCTION_HOSTS: readonly InstructionHost[] = HOSTS
  .toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
  .flatMap(({ name, instructions }) =>
    instructions === undefined ? [] : { name, ...DEFAULTS, ...instructions }
  );

function isFirst({ instructions }: Host): boolean {
  return instructions?.isFirst === true;
}

/** Returns the start of a notes file, as much as a session gets. */
export function cutMemoryStart(
  text: string,
  { lines, bytes }: Pick<HostMemory, "lines" | "bytes">,
): string {
  return takeUtf8Start(text.slice(0, splitLines(text).starts[lines] ?? text.length), bytes);
}

/** Returns the host with a name; undefined when there is none. */
export function findInstructionHost(name: string): InstructionHost | undefined {
  return INSTRUCTION_HOSTS.find((host) => host.name === name);
}

/** Separates instructions for every project from those of this one. */
const SEPARATOR = "\n\n--- project-doc ---\n\n";

const BLANK_LINE = "\n\n";
const PREFIX = "# AGENTS.md instructions for ";

/** The kinds of text at the start of a session; absent or blank when there is none. */
interface InstructionTexts {
  /** Instructions for every project of the user. */
  readonly user?: string | undefined;
  /** Documents of the project, least specific first. */
  readonly documents?: readonly string[] | undefined;
  /** The list of skills. */
  readonly skills?: string | undefined;
}

/**
 * Returns instructions joined as by Codex: documents unchanged, with a blank line between; a
 * separator between the trimmed text of the user and the project; and a blank line before skills.
 * Undefined when there are none.
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
  const parts = [user.trim(), project].filter(isSaid).join(SEPARATOR);
  return [parts, skills].filter(isSaid).join(BLANK_LINE) || undefined;
}

/**
 * Returns the user message with the instructions of a session, in the format of Codex.
 *
 * @param cwd The folder of the session.
 */
export function renderInstructionsMessage(text: string, { cwd }: { readonly cwd: string }): string {
  return `${PREFIX}${cwd}\n\n<INSTRUCTIONS>\n${text}\n</INSTRUCTIONS>`;
}

/** Returns true for a message of {@link renderInstructionsMessage}, which a compaction omits. */
export function isInstructionsMessage(text: string): boolean {
  return text.startsWith(PREFIX);
}
