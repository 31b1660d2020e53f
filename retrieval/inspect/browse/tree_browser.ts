import type { AnsweringIndex } from "../../answer/mod.ts";
import { type CheckedFinding, type CheckTarget, runChecks } from "../health/run_checks.ts";
import { describeDocument, type IndexedDocument } from "./describe_document.ts";
import {
  type DocumentListing,
  listDocuments,
  type ListDocumentsOptions,
} from "./list_documents.ts";
import { type LeftOutListing, listLeftOut, type ListLeftOutOptions } from "./list_left_out.ts";
import { isContextError } from "@dossier/core/errors";
import { reportSettings, type SettingsReport } from "../../config/report/mod.ts";
import type { Feature } from "../../feature/mod.ts";
import { CONFIGURATION_CHECK, GIT_CHECK } from "../health/tree_checks.ts";
import { INDEX_CHECK, RECORDS_CHECK } from "../health/check_index.ts";

/** Nothing is indexed to be looked at. */
const AS_IT_IS = { refresh: false };

/** Shows people what is indexed of a tree, what is not, and how it is. Changes nothing. */
export class TreeBrowser {
  readonly #index: AnsweringIndex;
  readonly #place: CheckTarget;
  readonly #features: readonly Feature[];

  /** Looks at an index that others hold open, and at what features have to do with the tree. */
  constructor(index: AnsweringIndex, place: CheckTarget, features: readonly Feature[]) {
    this.#index = index;
    this.#place = place;
    this.#features = features;
  }

  /**
   * Returns documents of the index as it is.
   *
   * @throws {ContextError} For a broken configuration, or an index that can not be used.
   */
  documents(options: ListDocumentsOptions = {}): Promise<DocumentListing> {
    return this.#index.lease(AS_IT_IS, (state) => listDocuments(state, options));
  }

  /**
   * Returns what the index knows of the document at a path relative to the root.
   *
   * @throws {RetrievalError} `file-excluded`, `file-not-found`; and as {@link documents}.
   */
  document(path: string): Promise<IndexedDocument> {
    return this.#index.lease(AS_IT_IS, (state) => describeDocument(path, state));
  }

  /**
   * Returns what is not indexed, by the rule that leaves it out.
   *
   * @throws {ContextError} As {@link documents}.
   */
  leftOut(options: ListLeftOutOptions = {}): Promise<LeftOutListing> {
    return this.#index.lease(AS_IT_IS, (state) => listLeftOut(state, options));
  }

  /** Returns how what answers depend on is, and the settings in force. */
  health(): Promise<TreeHealth> {
    return inspectTree(this.#place, this.#features);
  }
}

/** What answers about a tree depend on, and how it is. */
export interface TreeHealth {
  /** What was looked at, and what helps where something is wrong. */
  readonly findings: readonly CheckedFinding[];
  /** The settings in force; undefined where they can not be read, which is a finding then. */
  readonly settings: SettingsReport["settings"] | undefined;
}

/** The looks that cost little and ask no other service. */
const CHECKS = [CONFIGURATION_CHECK, GIT_CHECK, INDEX_CHECK, RECORDS_CHECK];

/** Looks at what answers about a tree depend on, and changes none of it. */
async function inspectTree(
  place: CheckTarget,
  features: readonly Feature[],
): Promise<TreeHealth> {
  const ofFeatures = await Promise.all(features.flatMap(({ checks }) => checks?.() ?? []));
  const checks = [...CHECKS, ...ofFeatures.flat().filter(({ isOfTree }) => isOfTree)];
  const [findings, report] = await Promise.all([
    runChecks(checks, place),
    reportSettings(place.root).catch((error: unknown) => {
      if (isContextError(error) && error.code === "invalid-config") return undefined;
      throw error;
    }),
  ]);
  return { findings, settings: report?.settings };
}
