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

/** Lease options without a refresh. */
const WITHOUT_REFRESH = { refresh: false };

/**
 * Browser of the indexed documents, the excluded files and the health of a tree. It changes
 * nothing.
 */
export class TreeBrowser {
  readonly #index: AnsweringIndex;
  readonly #place: CheckTarget;
  readonly #features: readonly Feature[];

  /** Uses an index that its owner keeps open, and the checks of features. */
  constructor(index: AnsweringIndex, place: CheckTarget, features: readonly Feature[]) {
    this.#index = index;
    this.#place = place;
    this.#features = features;
  }

  /**
   * Returns documents of the current index.
   *
   * @throws {ContextError} For a broken configuration, or an index that cannot be used.
   */
  documents(options: ListDocumentsOptions = {}): Promise<DocumentListing> {
    return this.#index.lease(WITHOUT_REFRESH, (state) => listDocuments(state, options));
  }

  /**
   * Returns the index data of the document at a path relative to the root.
   *
   * @throws {RetrievalError} `file-excluded`, `file-not-found`; and as {@link documents}.
   */
  document(path: string): Promise<IndexedDocument> {
    return this.#index.lease(WITHOUT_REFRESH, (state) => describeDocument(path, state));
  }

  /**
   * Returns the files that are not indexed, by rule.
   *
   * @throws {ContextError} As {@link documents}.
   */
  leftOut(options: ListLeftOutOptions = {}): Promise<LeftOutListing> {
    return this.#index.lease(WITHOUT_REFRESH, (state) => listLeftOut(state, options));
  }

  /** Returns the health of everything that answers depend on, with the effective settings. */
  health(): Promise<TreeHealth> {
    return inspectTree(this.#place, this.#features);
  }
}

/** Health of everything that answers about a tree depend on. */
export interface TreeHealth {
  /** Findings of the checks, with fixes. */
  readonly findings: readonly CheckedFinding[];
  /** Effective settings; `undefined` when they cannot be read, which is then a finding. */
  readonly settings: SettingsReport["settings"] | undefined;
}

/** Cheap checks that use no other service. */
const CHECKS = [CONFIGURATION_CHECK, GIT_CHECK, INDEX_CHECK, RECORDS_CHECK];

/** Checks everything that answers about a tree depend on, and changes nothing. */
async function inspectTree(
  place: CheckTarget,
  features: readonly Feature[],
): Promise<TreeHealth> {
  const ofFeatures = await Promise.all(features.flatMap(({ checks }) => checks?.() ?? []));
  const checks = [...CHECKS, ...ofFeatures.flat().filter(({ isShownOnServer }) => isShownOnServer)];
  const [findings, report] = await Promise.all([
    runChecks(checks, place),
    reportSettings(place.root).catch((error: unknown) => {
      if (isContextError(error) && error.code === "invalid-config") return undefined;
      throw error;
    }),
  ]);
  return { findings, settings: report?.settings };
}
