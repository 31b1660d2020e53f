/**
 * dossier: given a task, a repository and a number of tokens, what should a coding agent read, and
 * why?
 *
 * {@link openEngine} is the door: it returns an engine over one tree, which answers with bundles and
 * search results from an index that it keeps fresh. The pure functions behind it (tokens, scores,
 * packing, rendering) are in `@dossier/core`.
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

export {
  type Bundle,
  type BundleBudget,
  type BundleIndex,
  type Candidate,
  ContextError,
  type CoreErrorCode,
  type DocumentKind,
  type Explanation,
  findRenderer,
  type Fragment,
  type FragmentForm,
  isContextError,
  type Issue,
  type Note,
  type Omission,
  type OmissionReason,
  type RefreshCounts,
  type Renderer,
  type RenderFormat,
  type TokenEstimator,
  type TokenEstimatorName,
} from "@dossier/core";
export {
  type ContextOptions,
  DEFAULT_BUDGET_TOKENS,
  DEFAULT_MAX_REFRESH_MS,
  DEFAULT_SEARCH_LIMIT,
  type DocumentFilter,
  type Engine,
  type EngineOptions,
  type FreshnessOptions,
  type IndexProgress,
  type IndexReport,
  type IndexStatus,
  openEngine,
  openEstimator,
  openRenderer,
  RANKING_STEPS,
  type RefreshOutcome,
  type RefreshReport,
  RetrievalError,
  type RetrievalErrorCode,
  type RunStep,
  type SearchOptions,
  type SearchResult,
  type StepName,
} from "@dossier/retrieval";
