/** Lines of a file, both ends 1-based and inclusive. */
export interface RequestRange {
  /** First line. */
  readonly startLine: number;
  /** Last line. */
  readonly endLine: number;
}

/** What is at a path. */
export type FoundTarget =
  | {
    readonly kind: "file";
    /** Number of lines; 0 for an empty file. */
    readonly lineCount: number;
    /** Size in bytes, for the rules on exclusion. */
    readonly size?: number;
    /** The first bytes, for the rules on exclusion. */
    readonly head?: Uint8Array;
  }
  /** Nothing, a folder, or something whose real path is outside the root, such as a link. */
  | { readonly kind: "missing" | "folder" | "outside" }
  | {
    readonly kind: "excluded";
    /** Half a sentence that says why, such as `it is ignored by git`. */
    readonly reason: string;
  };

/** What the decision on requests has to know of the world. */
export interface RequestLookups {
  /** Returns what is at a path; not called for what the rules leave out by name. */
  readonly look: (path: string) => FoundTarget;
  /** Returns the path of the document that goes by a slug, as the agent wrote it. */
  readonly findDocument: (slug: string) => string | undefined;
  /** Returns whether the session holds these lines, unchanged. @default nothing is held */
  readonly holds?: (path: string, range: RequestRange) => boolean;
  /** Returns who else may edit the file at present. @default nobody */
  readonly lockHolder?: (path: string) => string | undefined;
}
