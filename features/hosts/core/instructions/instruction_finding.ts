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
