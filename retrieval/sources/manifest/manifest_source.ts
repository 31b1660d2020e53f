import { passageCost } from "@dossier/core/render";
import { noteForbidden } from "../../tree/mod.ts";
import { type ContextSource, NOTHING } from "../context_source.ts";
import { rankChunks } from "../ranking/ranking_source.ts";
import { hideIgnored } from "./narrow_visibility.ts";
import { readPassages } from "../ranking/read_passages.ts";
import { gatherManifest } from "./gather_manifest.ts";

/** Ranges of a large file without functions that are shown in place of them. */
const RANGES_WITHIN = 3;

/** Share of the budget that the functions of one large file may take. */
const FUNCTIONS_SHARE = 1 / 4;

/** The files that the work manifest of a task names. */
export const manifestSource: ContextSource = {
  name: "manifest",
  async gather({ task, asked, search, head, visibility }, lease) {
    const manifest = task?.issue.manifest;
    if (task === undefined || asked === undefined || manifest === undefined) return NOTHING;
    const { indexed: { root }, sources } = lease;
    const { settings, identifiers } = task;
    const tree = { root, visibility };
    const named = [...manifest.primary, ...manifest.read];
    const files = await gatherManifest(manifest, {
      root,
      visibility: await hideIgnored(visibility, named, lease),
      settings,
      identifiers,
      functionTokens: head.limit * FUNCTIONS_SHARE,
      cost: passageCost(head.renderer, head.estimator),
      rankWithin: async (path) => {
        // Not by a glob: a file may well be named as what no glob may be, such as "notes(1)+2.txt".
        const options = { ...search, visibility, within: path, limit: RANGES_WITHIN };
        const ranked = await rankChunks(lease, asked, options);
        return (await readPassages(ranked, { ...tree, sources })).candidates;
      },
    });
    return {
      sections: [{
        name: "manifest",
        candidates: files.candidates,
        relevanceFloor: 0,
        isNamed: true,
      }],
      definitions: files.matched,
      notes: [...files.notes, ...noteForbidden(manifest, root)],
    };
  },
};
