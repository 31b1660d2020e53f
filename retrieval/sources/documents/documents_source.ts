import type { Note, TaskPlan } from "@dossier/core";
import { issueIdentifiers, planTask } from "@dossier/core/plan";
import { assembleBundle, passageCost } from "@dossier/core/render";
import { interpretQuery, toPartQuery } from "../../search/mod.ts";
import { locateFile, normaliseManifest } from "../../tree/mod.ts";
import { type ContextSource, type Gathered, NOTHING_GATHERED } from "../context_source.ts";
import type { Lease, Plan, TaskBrief } from "../../lease/mod.ts";
import { noteCopies } from "../ranking/mod.ts";
import { findDesignDocuments, type FoundDocuments } from "./find_design_documents.ts";
import { gatherDocuments } from "./gather_documents.ts";

/** Note that nothing could be compared by meaning. */
const NO_EMBEDDINGS: Note = {
  code: "embeddings_unavailable",
  message: "Documents are ranked by words only as there are no vectors to compare",
};

/** Context source with the design documents of a task, as many as its plan allows. */
export const documentsSource: ContextSource = {
  name: "documents",
  async gather({ task, embeddedQuery, search, head, visibility }, lease, earlier) {
    if (task === undefined || embeddedQuery === undefined) return NOTHING_GATHERED;
    const { indexed: { reader, root } } = lease;
    const { settings } = task;
    const found: FoundDocuments = settings.maxContextDocs === 0
      ? { candidates: [], embedded: false, notes: [] }
      : await findDesignDocuments(reader, { ...embeddedQuery, root, visibility, settings });
    const cost = passageCost(head.renderer, head.estimator);
    const plan = planDocuments(task, lease, {
      links: found.candidates.filter(({ linked }) => linked).length,
      baseTokens: measureBase(head, earlier.get("manifest"), cost),
    });
    const { explain = false } = search;
    const query = toPartQuery(embeddedQuery.query, await interpretQuery(embeddedQuery.query));
    const question = [embeddedQuery.query.text, ...embeddedQuery.query.names].join(" ");
    const options = { question, query, settings, plan, explain, cost };
    const { candidates, omitted, copies } = await gatherDocuments(found, lease, options);
    return {
      sections: [{ name: "documents", candidates, relevanceFloor: 0 }],
      notes: [
        ...found.notes,
        ...(found.embedded || found.candidates.length === 0 ? [] : [NO_EMBEDDINGS]),
        ...noteCopies(copies),
      ],
      omitted,
      head: { plan },
    };
  },
};

/** Returns the number of tokens of the bundle with only the task and the files of its manifest. */
function measureBase(
  { session: _, ...head }: Plan["head"],
  manifest: Gathered | undefined,
  cost: ReturnType<typeof passageCost>,
): number {
  const frame = assembleBundle([], { ...head, limit: Number.MAX_SAFE_INTEGER });
  const files = manifest?.sections.flatMap(({ candidates }) => candidates) ?? [];
  return files.reduce((total, candidate) => total + cost(candidate), frame.budget.used);
}

/** Returns the maximum number of documents for a task, and their maximum cost. */
function planDocuments(
  { issue, settings, parsed }: TaskBrief,
  { indexed: { root }, visibility }: Lease,
  known: { readonly links: number; readonly baseTokens: number },
): TaskPlan {
  const { manifest } = issue;
  return planTask(
    manifest === undefined ? issue : { ...issue, manifest: normaliseManifest(manifest, root) },
    {
      ...known,
      settings,
      parsed,
      namedFiles: issueIdentifiers(parsed).paths.filter((path) =>
        locateFile(path, { root, visibility }).kind === "file"
      ),
    },
  );
}
