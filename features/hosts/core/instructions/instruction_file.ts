import type { RuleScope } from "./path_rule.ts";

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
