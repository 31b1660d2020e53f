/** Lines of a file, both ends 1-based and inclusive. */
export interface RequestRange {
  /** First line. */
  readonly startLine: number;
  /** Last line. */
  readonly endLine: number;
}

/** The part of a document that is shown to a request for the whole document. */
export interface DocumentBeginning extends RequestRange {
  /** First line that is not shown whole; absent when the whole document is shown. */
  readonly nextLine?: number;
}

/** The result of a look at a path. */
export type FoundTarget =
  | {
    readonly kind: "file";
    /** Number of lines; 0 for an empty file. */
    readonly lineCount: number;
    /** Size in bytes, for the rules on exclusion. */
    readonly size?: number;
    /** The first bytes, for the rules on exclusion. */
    readonly head?: Uint8Array;
    /** The part that is shown of it as a document. @default all lines */
    readonly beginning?: DocumentBeginning;
  }
  /** Nothing, a folder, or something whose real path is outside the root, such as a link. */
  | { readonly kind: "missing" | "folder" | "outside" }
  | {
    readonly kind: "excluded";
    /** Reason as half a sentence, such as `it is ignored by git`. */
    readonly reason: string;
  };

/** The places that a target without a path may mean. */
export interface TargetPlaces {
  /** Files, and definitions as lines of files; more than one is ambiguous. */
  readonly found: readonly {
    /** Path relative to the root, with `/`. */
    readonly path: string;
    /** Name of the definition, dotted when nested; absent for a file. */
    readonly symbol?: string;
    /** Its lines; absent for a file. */
    readonly range?: RequestRange;
  }[];
  /** Similar paths and names, when nothing is found. */
  readonly near: readonly string[];
}

/** Look-ups that the decision on requests needs. */
export interface RequestLookups {
  /** Looks at a path. Not called for paths that a rule leaves out by name. */
  readonly look: (path: string) => FoundTarget;
  /** Returns the path of the document with a slug. */
  readonly findDocument: (slug: string) => string | undefined;
  /**
   * Returns the places for a target that is neither a file nor a document.
   * @default nothing
   */
  readonly findPlaces?: (target: string) => TargetPlaces | undefined;
  /**
   * Returns whether the session holds these lines, or this beginning of a document, unchanged.
   * @default nothing is held
   */
  readonly holds?: (path: string, range: DocumentBeginning) => boolean;
  /** Returns the other task that may edit the file at present. @default none */
  readonly lockHolder?: (path: string) => string | undefined;
}
