/** Lines of a file, both ends 1-based and inclusive. */
export interface RequestRange {
  /** First line. */
  readonly startLine: number;
  /** Last line. */
  readonly endLine: number;
}

/** How much of a document is shown to those who ask for it as a whole. */
export interface DocumentBeginning extends RequestRange {
  /** First line that is not shown, or only in part; absent when all of the document is shown. */
  readonly nextLine?: number;
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
    /** What is shown of it as a document. @default all lines */
    readonly beginning?: DocumentBeginning;
  }
  /** Nothing, a folder, or something whose real path is outside the root, such as a link. */
  | { readonly kind: "missing" | "folder" | "outside" }
  | {
    readonly kind: "excluded";
    /** Half a sentence that says why, such as `it is ignored by git`. */
    readonly reason: string;
  };

/** What a target may mean that is no path. */
export interface TargetPlaces {
  /** Files, and definitions as lines of theirs; of several nobody can tell which is meant. */
  readonly found: readonly {
    /** Path relative to the root, with `/`. */
    readonly path: string;
    /** Name of the definition, dotted when nested; absent for a file. */
    readonly symbol?: string;
    /** Its lines; absent for a file. */
    readonly range?: RequestRange;
  }[];
  /** Paths and names that are nearly so, where nothing is found. */
  readonly near: readonly string[];
}

/** What the decision on requests has to know of the world. */
export interface RequestLookups {
  /** Returns what is at a path; not called for what the rules leave out by name. */
  readonly look: (path: string) => FoundTarget;
  /** Returns the path of the document that goes by a slug, as the agent wrote it. */
  readonly findDocument: (slug: string) => string | undefined;
  /**
   * Returns what is meant by a target for which there is neither a file nor a document.
   * @default nothing
   */
  readonly findPlaces?: (target: string) => TargetPlaces | undefined;
  /**
   * Returns whether the session holds these lines, or this beginning of a document, unchanged.
   * @default nothing is held
   */
  readonly holds?: (path: string, range: DocumentBeginning) => boolean;
  /** Returns who else may edit the file at present. @default nobody */
  readonly lockHolder?: (path: string) => string | undefined;
}
