import type { PassageCandidate, RequestDecision } from "@dossier/core";
import { formatExclusionReason } from "@dossier/core/exclude";
import type { FoundTarget, Signal } from "@dossier/core/signal";
import {
  beginningRange,
  cutBeginning,
  type DesignDocument,
  readDesignDocument,
} from "../documents/design_document.ts";
import { openFile, type OpenFileOptions, type ReadableFile } from "../../lease/mod.ts";

/** Score of all requested files. */
const SCORE = 1;

/** Requested files of one round, each opened once. */
export class RequestedFiles {
  readonly #signals: readonly Signal[];
  readonly #options: OpenFileOptions;
  readonly #opened = new Map<string, ReadableFile>();

  /** Files are opened on demand. */
  constructor(signals: readonly Signal[], options: OpenFileOptions) {
    this.#signals = signals;
    this.#options = options;
  }

  /** Opens the file at a path, and returns its state. */
  find(path: string): FoundTarget {
    // Before it is opened: a missing file may be forbidden as well.
    const rule = this.#options.visibility.findHidingRule(path, { isExplicit: true });
    if (rule?.kind === "forbidden") {
      return { kind: "excluded", reason: formatExclusionReason(rule) };
    }
    const outcome = openFile(path, this.#options);
    switch (outcome.kind) {
      case "opened":
        this.#opened.set(path, outcome.file);
        return this.#describe(outcome.file);
      case "excluded":
        return { kind: "excluded", reason: outcome.reason };
      case "outside_root":
        return { kind: "outside" };
      case "folder":
        return { kind: "folder" };
      default:
        return { kind: "missing" };
    }
  }

  /** Returns the lines that answer a request; for a whole document, its beginning. */
  toCandidate(
    { signal, path, range, isFetched }: RequestDecision,
  ): PassageCandidate | undefined {
    const file = path === undefined ? undefined : this.#opened.get(path);
    if (!isFetched || file === undefined || range === undefined) return undefined;
    const shared = {
      score: SCORE,
      role: "requested",
      reasons: ["the agent requested it"],
    } as const;
    const document = isWholeDocument(signal) ? this.#readShown(file.path) : undefined;
    if (document !== undefined) return { ...cutBeginning(document), ...shared };
    const { kind, language, document: source } = file;
    return { path: file.path, kind, language, ...range, ...shared, document: source };
  }

  /** Returns the size of the part of a file that is shown as a document. */
  #describe({ path, document: { lines } }: ReadableFile): FoundTarget {
    // The shown part is computed only when a whole document is requested.
    const read = this.#signals.some(isWholeDocument) ? this.#readShown(path) : undefined;
    const beginning = read === undefined ? {} : { beginning: beginningRange(read) };
    return { kind: "file", lineCount: lines.length, ...beginning };
  }

  /**
   * Returns a document with text after its front matter, or `undefined` when its lines are shown
   * instead.
   */
  #readShown(path: string): DesignDocument | undefined {
    const read = readDesignDocument(path, this.#options);
    return read?.body.trim() === "" ? undefined : read;
  }
}

/** Returns true when a request is for a whole document. */
export function isWholeDocument({ kind, startLine }: Signal): boolean {
  return kind === "doc" && startLine === undefined;
}
