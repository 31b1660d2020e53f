/**
 * dossier: given a task, a repository and a number of tokens, what should a coding agent read, and
 * why?
 *
 * {@link openEngine} is the entry point. It returns an engine over one tree, which answers with bundles
 * and search results from an index that it keeps fresh. The pure functions that it uses (tokens,
 * scores, packing, rendering) are in `@dossier/core`. Parts of the program have entry points of their
 * own: `policy`, `tiers`, `hosts`, `history` (of a conversation), and `schema` for all types of answers.
 *
 * @example
 * ```ts
 * import { findRenderer, openEngine, openEstimator } from "./mod.ts";
 * import assert from "node:assert/strict";
 *
 * const root = Deno.makeTempDirSync();
 * Deno.writeTextFileSync(`${root}/upload.py`, "def retry_upload(file):\n    return send(file)\n");
 *
 * using engine = await openEngine({ root });
 * const bundle = await engine.context("retry failed uploads", { budget: 500 });
 * const text = findRenderer("markdown").render(bundle, await openEstimator("piece"));
 * assert.ok(text.includes("upload.py"));
 * assert.ok(bundle.budget.used <= bundle.budget.limit);
 * ```
 *
 * @module
 */

import { FEATURES } from "@dossier/features";
import { type Engine, type EngineOptions, openEngine as openPlainEngine } from "@dossier/retrieval";

/**
 * Returns an engine for the tree at `options.root`, with all features of the program. The first
 * answer builds its index.
 *
 * @throws {RetrievalError} `root-not-found` when there is no such folder, `root-refused` when it is
 *   `/` or a home folder, `index-unwritable` when there is no writable location for the index.
 */
export function openEngine(options: EngineOptions): Promise<Engine> {
  return openPlainEngine({ features: FEATURES, ...options });
}

export {
  type Bundle,
  BUNDLE_VERSION,
  ContextError,
  type Explanation,
  findRenderer,
  type Fragment,
  isContextError,
  type Issue,
  type Location,
  type Note,
  type Omission,
  type Renderer,
  type RenderFormat,
  type RequestOutcome,
  type Retry,
  type SessionMetrics,
  type Structure,
  type TokenEstimator,
  type TokenEstimatorName,
  type WorkManifest,
} from "@dossier/core";
export {
  type ContextOptions,
  DEFAULT_BUDGET_TOKENS,
  type DocumentFilter,
  type Embedder,
  type Engine,
  type EngineOptions,
  type FileText,
  type FreshnessOptions,
  type IndexOptions,
  type IndexReport,
  type IndexStatus,
  type Injection,
  type InjectionSummary,
  openEstimator,
  openRenderer,
  RANKING_STEPS,
  type ReadIssue,
  type RequestOptions,
  type RestoredInjection,
  RetrievalError,
  type SearchHit,
  type SearchOptions,
  type SearchResult,
  type StructureOptions,
  type StructureQuestion,
  type TaskOptions,
} from "@dossier/retrieval";
