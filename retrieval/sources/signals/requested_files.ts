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

/** All that is asked for by name is worth the same. */
const SCORE = 1;

/** The files that the requests of one round are for, each opened once. */
export class RequestedFiles {
  readonly #signals: readonly Signal[];
  readonly #options: OpenFileOptions;
  readonly #opened = new Map<string, ReadableFile>();

  /** Opens nothing yet. */
  constructor(signals: readonly Signal[], options: OpenFileOptions) {
    this.#signals = signals;
    this.#options = options;
  }

  /** Returns what is at a path, and opens it. */
  find(path: string): FoundTarget {
    // Before it is opened: a file that is not there yet may be forbidden as well.
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

  /** Returns the lines that a request is answered with; the beginning of a document asked for as a whole. */
  toCandidate(
    { signal, path, range, isFetched }: RequestDecision,
  ): PassageCandidate | undefined {
    const file = path === undefined ? undefined : this.#opened.get(path);
    if (!isFetched || file === undefined || range === undefined) return undefined;
    const asked = { score: SCORE, role: "requested", reasons: ["the agent asked for it"] } as const;
    const document = isWholeDocument(signal) ? this.#readShown(file.path) : undefined;
    if (document !== undefined) return { ...cutBeginning(document), ...asked };
    const { kind, language, document: source } = file;
    return { path: file.path, kind, language, ...range, ...asked, document: source };
  }

  /** Says of a file how much of it is shown as a document. */
  #describe({ path, document: { lines } }: ReadableFile): FoundTarget {
    // How much is shown of a document is worked out only where one is asked for as a whole.
    const read = this.#signals.some(isWholeDocument) ? this.#readShown(path) : undefined;
    const beginning = read === undefined ? {} : { beginning: beginningRange(read) };
    return { kind: "file", lineCount: lines.length, ...beginning };
  }

  /** Returns a document that says something behind its front matter; without, its lines are shown. */
  #readShown(path: string): DesignDocument | undefined {
    const read = readDesignDocument(path, this.#options);
    return read?.body.trim() === "" ? undefined : read;
  }
}

/** Returns whether a request is for a document as a whole. */
export function isWholeDocument({ kind, startLine }: Signal): boolean {
  return kind === "doc" && startLine === undefined;
}
