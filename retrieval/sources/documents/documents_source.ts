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
import { gatherDocuments } from "./gather_documents.ts";
import { findTaskDocuments, type FoundTaskDocuments, weighDocuments } from "./weigh_documents.ts";

/** Design documents of a task, as many as its plan has room for. */
export const documentsSource: ContextSource = {
  name: "documents",
  async gather({ task, asked, search, head, visibility }, lease, earlier) {
    if (task === undefined || asked === undefined) return NOTHING;
    const { settings } = task;
    const found = await findTaskDocuments(lease, { asked, settings, visibility });
    const plan = planDocuments(task, found, {
      root: lease.indexed.root,
      visibility: lease.visibility,
      baseTokens: measureBase(head, earlier.get("manifest")),
    });
    const documents = await weighDocuments(found, lease, {
      settings,
      plan,
      gather: (weighed) =>
        gatherDocuments(weighed, found, {
          root: lease.indexed.root,
          visibility: lease.visibility,
          settings,
          plan,
          explain: search.explain ?? false,
          cost: passageCost(head.renderer, head.estimator),
        }),
    });
    const { candidates, notes, omitted } = documents;
    return {
      sections: [{ name: "documents", candidates, relevanceFloor: 0 }],
      notes,
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
  { documents }: FoundTaskDocuments,
  { baseTokens, root, visibility }: Pick<Lease, "visibility"> & {
    readonly baseTokens: number;
    readonly root: string;
  },
): TaskPlan {
  const { manifest } = issue;
  return planTask(
    manifest === undefined ? issue : { ...issue, manifest: normaliseManifest(manifest, root) },
    {
      settings,
      links: documents.filter(({ linked }) => linked).length,
      baseTokens,
      parsed,
      namedFiles: issueIdentifiers(parsed).paths.filter((path) =>
        locateFile(path, { root, visibility }).kind === "file"
      ),
    },
  );
}
