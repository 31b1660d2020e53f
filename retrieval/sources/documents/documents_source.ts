import type { TaskPlan } from "@dossier/core";
import { issueIdentifiers, planTask } from "@dossier/core/plan";
import { assembleBundle, passageCost } from "@dossier/core/render";
import { locateFile, normaliseManifest } from "../../tree/mod.ts";
import {
  type ContextSource,
  type Gathered,
  type Lease,
  NOTHING,
  type Plan,
  type TaskBrief,
} from "../context_source.ts";
import { findDesignDocuments, type FoundDocuments } from "./find_design_documents.ts";
import { gatherDocuments, NO_EMBEDDINGS } from "./gather_documents.ts";

/** Where no documents are asked for. */
const NONE_FOUND: FoundDocuments = { candidates: [], embedded: false, notes: [] };

/** Design documents of a task, as many as its plan has room for. */
export const documentsSource: ContextSource = {
  name: "documents",
  async gather({ task, asked, search, head, visibility }, lease, earlier) {
    if (task === undefined || asked === undefined) return NOTHING;
    const { indexed: { reader, root } } = lease;
    const { settings } = task;
    const tree = { root, visibility };
    const found = settings.maxContextDocs === 0
      ? NONE_FOUND
      : await findDesignDocuments(reader, { ...asked, ...tree, settings });
    const baseTokens = measureBase(head, earlier.get("manifest"));
    const plan = planDocuments(task, lease, { found, baseTokens });
    const { candidates, omitted } = await gatherDocuments(found, lease, {
      settings,
      plan,
      explain: search.explain ?? false,
      cost: passageCost(head.renderer, head.estimator),
    });
    return {
      sections: [{ name: "documents", candidates, relevanceFloor: 0 }],
      notes: found.embedded || found.candidates.length === 0
        ? found.notes
        : [...found.notes, NO_EMBEDDINGS],
      omitted,
      head: { plan },
    };
  },
};

/** Returns the tokens that the bundle costs with no more than the task and the files of its manifest. */
function measureBase({ session: _, ...head }: Plan["head"], manifest: Gathered = NOTHING): number {
  const cost = passageCost(head.renderer, head.estimator);
  const frame = assembleBundle([], { ...head, limit: Number.MAX_SAFE_INTEGER });
  return manifest.sections.flatMap(({ candidates }) => candidates)
    .reduce((total, candidate) => total + cost(candidate), frame.budget.used);
}

/** Returns how many documents the task may have, and how much they may cost. */
function planDocuments(
  { issue, settings, parsed }: TaskBrief,
  { indexed: { root }, visibility }: Lease,
  { found, baseTokens }: { readonly found: FoundDocuments; readonly baseTokens: number },
): TaskPlan {
  const { manifest } = issue;
  return planTask(
    manifest === undefined ? issue : { ...issue, manifest: normaliseManifest(manifest, root) },
    {
      settings,
      links: found.candidates.filter(({ linked }) => linked).length,
      baseTokens,
      parsed,
      namedFiles: issueIdentifiers(parsed).paths.filter((path) =>
        locateFile(path, { root, visibility }).kind === "file"
      ),
    },
  );
}
