import type { Bundle, Issue, Passage, PassageCandidate, TaskSettings } from "@dossier/core";
import { issueText } from "@dossier/core/issue";
import { issueIdentifiers, planTask } from "@dossier/core/plan";
import { assembleBundle, passageCost } from "@dossier/core/render";
import type { DeliveryState } from "./delivery_state.ts";
import { openPayment, packBundle } from "../delivery/mod.ts";
import { noteChanged } from "./engine_notes.ts";
import { readPassages } from "../sources/ranking/mod.ts";
import { mergeTaskSettings } from "../config/task/mod.ts";
import { locateFile, normaliseManifest, noteForbidden, openForbidden } from "../tree/mod.ts";
import { findTaskDocuments, gatherDocuments, weighDocuments } from "../sources/documents/mod.ts";
import { gatherManifest, type ManifestFiles, openTreeFiles } from "../sources/manifest/mod.ts";
import { isTrackerPath, TRACKER_FOLDERS } from "../issue/mod.ts";
import { gatherReferences } from "../sources/calls/mod.ts";
import { cutRetry } from "./read_retry.ts";
import type { TaskOptions } from "./task_options.ts";

/** Snippets of a prompt, as in noface. */
const MAX_SNIPPETS = 10;

/** Chunks that the snippets are chosen from. */
const SNIPPET_CANDIDATES = 25;

/**
 * Share of the best score that a snippet needs. On the 24 issues of noface, .4 found .82 of the files that
 * were touched in 1,600 tokens a bundle, .3 .89 in 2,100, .2 .90 in 2,800.
 */
const SNIPPET_FLOOR = 0.3;

/** Ranges of a large file without functions that are shown in place of them. */
const RANGES_WITHIN = 3;

/** Share of the budget that the functions of one large file may take. */
const FUNCTIONS_SHARE = 1 / 4;

const NO_FILES: ManifestFiles = { candidates: [], matched: [], notes: [] };

/**
 * Returns the bundle of a task: the files of its manifest, the design documents that its plan has room
 * for, and the code that the ranking proposes, in this order.
 */
export async function bundleForTask(
  issue: Issue,
  state: DeliveryState,
  { settings: overrides, trackerPaths = TRACKER_FOLDERS, ...options }: TaskOptions,
): Promise<Bundle> {
  const { asked, indexed, exclusions, index } = state;
  const { root } = indexed;
  const tree = { root, exclusions, sources: state.sources };
  const merged = mergeTaskSettings(indexed.settings.given, overrides);
  const limit = options.budget ?? merged.settings.promptTokenLimit;
  const settings: TaskSettings = { ...merged.settings, promptTokenLimit: limit };
  const payment = await openPayment({ ...options, budget: limit }, root);
  const cost = passageCost(payment.renderer, payment.estimator);
  const { parsed, core } = await asked.query.parse();
  const identifiers = issueIdentifiers(parsed);
  const retry = options.retry && cutRetry(options.retry, payment);
  // How complex a task is does not change by what went wrong with it.
  const ofIssue = retry === undefined ? parsed : core.parseQuery(issueText(issue));
  const manifest = issue.manifest;
  const isForbidden = await openForbidden(manifest, root);
  const isWanted = (path: string) => !isForbidden(path) && !isTrackerPath(path, trackerPaths);

  const files = manifest === undefined ? NO_FILES : await gatherManifest(manifest, {
    root,
    exclusions,
    isOfTree: await openTreeFiles([...manifest.primary, ...manifest.read], {
      state,
      root,
      exclusions,
    }),
    isForbidden,
    settings,
    identifiers,
    functionTokens: limit * FUNCTIONS_SHARE,
    cost,
    rankWithin: async (path) => {
      // Not by a glob: a file may well be named as what no glob may be, such as "notes(1)+2.txt".
      const isIn = (found: string) => found === path && isWanted(found);
      const ranked = await state.find({ ...options, isWanted: isIn, limit: RANGES_WITHIN });
      return (await readPassages(ranked, tree)).candidates;
    },
  });
  const commands = [settings.buildCommand, settings.testCommand].filter((command) =>
    command !== ""
  );
  const common = {
    ...payment,
    query: issueText(issue),
    root,
    issue,
    retry,
    index,
    ...(commands.length === 0 ? {} : { commands }),
  };
  const frame = assembleBundle([], { ...common, limit: Number.MAX_SAFE_INTEGER });
  const baseTokens = files.candidates.reduce(
    (total, candidate) => total + cost(candidate),
    frame.budget.used,
  );
  const found = await findTaskDocuments(state, { settings, isWanted });
  const plan = planTask(
    manifest === undefined ? issue : { ...issue, manifest: normaliseManifest(manifest, root) },
    {
      settings,
      links: found.documents.filter(({ linked }) => linked).length,
      baseTokens,
      parsed: ofIssue,
      namedFiles: issueIdentifiers(ofIssue).paths.filter((path) =>
        locateFile(path, { root, exclusions }).kind === "file"
      ),
    },
  );
  const gathering = { root, exclusions, settings, plan, explain: options.explain ?? false, cost };
  const documents = await weighDocuments(found, state, {
    settings,
    plan,
    gather: (weighed) => gatherDocuments(weighed, found, gathering),
  });
  const ranked = await state.find({
    ...options,
    isWanted,
    filter: { ...options.filter, kind: "code" },
    limit: SNIPPET_CANDIDATES,
  });
  const code = await readPassages(ranked, tree);
  const references = await gatherReferences({
    ...tree,
    store: indexed.store,
    isWanted,
    identifiers,
    matched: files.matched,
    ranked: code.candidates,
  });
  return await packBundle([
    { candidates: files.candidates, relevanceFloor: 0, isNamed: true },
    { candidates: documents.candidates, relevanceFloor: 0 },
    {
      candidates: references.map((reference) => toShown(reference, settings)),
      relevanceFloor: 0,
      maxPassages: MAX_SNIPPETS,
    },
    {
      candidates: code.candidates.map((snippet) => toShown(toSnippet(snippet), settings)),
      relevanceFloor: SNIPPET_FLOOR,
      // Those of the callers and callees that have found a place are snippets as well.
      maxPassages: (shown) => MAX_SNIPPETS - shown.filter(isReference).length,
    },
  ], {
    ...common,
    ...(options.session === undefined ? {} : { session: options.session }),
    holdings: state.holdings,
    plan,
    notes: [
      ...state.notes,
      ...merged.notes,
      ...files.notes,
      ...noteForbidden(manifest, root),
      ...documents.notes,
      ...noteChanged(code.omitted.length),
    ],
    omitted: [...documents.omitted, ...code.omitted],
  });
}

function isReference({ role }: Passage): boolean {
  return role === "caller" || role === "callee";
}

/** Returns a proposed range with what it is there for. */
function toSnippet(candidate: PassageCandidate): PassageCandidate {
  const { path, kind, language, startLine, endLine, symbol, score, explanation, document } =
    candidate;
  return {
    path,
    kind,
    language,
    startLine,
    endLine,
    ...(symbol === undefined ? {} : { symbol }),
    score,
    role: "snippet",
    reasons: ["ranked for the issue"],
    ...(explanation === undefined ? {} : { explanation }),
    document,
  };
}

/** Returns code as it is shown: in full, or named only for an agent that opens files itself. */
function toShown(
  candidate: PassageCandidate,
  { referencesOnly }: Pick<TaskSettings, "referencesOnly">,
): PassageCandidate {
  return referencesOnly ? { ...candidate, instead: { form: "reference", text: "" } } : candidate;
}
