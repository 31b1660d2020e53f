import type { Sql } from "@dossier/retrieval/state";
import type { ObservationKind } from "./core/mod.ts";
import {
  type EdgeDraft,
  type MemoryPlace,
  type NodeDraft,
  type NodeType,
  setEdgesIn,
  type StoredObservation,
} from "./store/mod.ts";

/** As much of an observation as the graph has. */
type LinkedObservation = Pick<StoredObservation, "kind" | "content" | "anchors">;

/** What observations of each kind are in the graph; of the rest only what they cite is. */
const TYPES: Readonly<Record<ObservationKind, NodeType>> = {
  decision: "Decision",
  pattern: "Pattern",
  error: "Deviation",
  summary: "Pattern",
  file: "Pattern",
};

/** How a definition relates to its file, which the tree says and no observation. */
export const DEFINED_IN = "is defined in";

/** How an observation of a kind relates to what it cites. */
const RELATIONS: Readonly<Record<ObservationKind, string>> = {
  decision: "decides",
  pattern: "applies to",
  error: "was seen in",
  summary: "touched",
  file: "is found in",
};

/** Manifests that declare what a project depends on. */
const MANIFEST_REGEXP =
  /(?:^|\/)(?:package\.json|go\.mod|pyproject\.toml|requirements\.txt|Cargo\.toml|Gemfile)$/;
const CONFIG_REGEXP = /\.(?:ya?ml|toml|ini|json|env|conf)$/;

/** Characters of a claim that name its node. */
const NAME_LENGTH = 80;

/**
 * Puts an observation into the graph by rules: a node for its claim, one for each file and definition that it cites, and
 * edges from the claim to these and from definitions to their files.
 */
export async function linkObservation(
  place: MemoryPlace,
  id: string,
  observation: LinkedObservation,
): Promise<void> {
  await place.state.write((sql) => linkIn(sql, place, id, observation));
}

/** Does what {@link linkObservation} does, in the caller's transaction. */
export async function linkIn(
  sql: Sql,
  place: MemoryPlace,
  id: string,
  { kind, content, anchors }: LinkedObservation,
): Promise<void> {
  const name = content.replaceAll(/\s+/g, " ").slice(0, NAME_LENGTH);
  const claim: NodeDraft = { type: TYPES[kind], name };
  const edges = anchors.flatMap(({ path, symbol }): EdgeDraft[] => {
    const file: NodeDraft = { type: typeOf(path), name: path };
    if (symbol === undefined) return [{ source: claim, relation: RELATIONS[kind], target: file }];
    const definition: NodeDraft = { type: "API", name: `${path}#${symbol}` };
    return [
      { source: claim, relation: RELATIONS[kind], target: definition },
      { source: definition, relation: DEFINED_IN, target: file },
    ];
  });
  if (edges.length > 0) await setEdgesIn(sql, place, id, edges);
}

function typeOf(path: string): NodeType {
  if (MANIFEST_REGEXP.test(path)) return "Dependency";
  return CONFIG_REGEXP.test(path) ? "Config" : "Module";
}
