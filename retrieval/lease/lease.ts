import type { BundleIndex, Note } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import type { PinnedHistory } from "../commits/mod.ts";
import type { ResolvedSettings } from "../config/mod.ts";
import type { Embedder } from "../embed/mod.ts";
import type { IndexReader, RefreshReport } from "../index/mod.ts";
import type { SourceShelf } from "../tree/mod.ts";

/** A step of an answer: the query is embedded, chunks are ranked, fragments packed, the bundle recorded. */
export type StepName = "embed" | "rank" | "pack" | "record";

/** Runs a step, such as inside of what measures it, and returns what it returns. */
export type RunStep = <Result>(name: StepName, step: () => Promise<Result>) => Promise<Result>;

/** An index, the tree that it is of, and the settings in force. */
export interface IndexedTree {
  readonly reader: IndexReader;
  readonly root: string;
  readonly settings: ResolvedSettings;
  /** Commits that are read in place of those of the work tree. */
  readonly history: PinnedHistory | undefined;
}

/** What an answer needs of the machine: index, tree and settings, all of one moment. */
export interface Lease {
  readonly indexed: IndexedTree;
  /** Embeds queries; absent without a model, and when it has just failed. */
  readonly embedder: Embedder | undefined;
  /** What was done to bring the index up to date. */
  readonly report: RefreshReport;
  /** What the project lets be seen. */
  readonly visibility: Visibility;
  /** Texts of the tree that were read before. */
  readonly sources: SourceShelf;
  readonly index: BundleIndex;
  /** What there is to say so far. */
  readonly notes: readonly Note[];
  readonly runStep: RunStep;
}
