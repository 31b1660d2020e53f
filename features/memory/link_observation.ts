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

/** The fields of an observation for the graph. */
type LinkedObservation = Pick<StoredObservation, "kind" | "content" | "anchors">;

/** Types of nodes by the kind of observation. */
const TYPES: Readonly<Record<ObservationKind, NodeType>> = {
  decision: "Decision",
  pattern: "Pattern",
  error: "Deviation",
  summary: "Pattern",
  file: "Pattern",
};

/** Relation of a definition to its file, which the tree states itself. */
export const DEFINED_IN = "is defined in";

/** Relation of an observation of each kind to the cited texts. */
const RELATIONS: Readonly<Record<ObservationKind, string>> = {
  decision: "decides",
  pattern: "applies to",
  error: "was seen in",
  summary: "touched",
  file: "is found in",
};

/** Manifests that declare the dependencies of a project. */
const MANIFEST_REGEXP =
  /(?:^|\/)(?:package\.json|go\.mod|pyproject\.toml|requirements\.txt|Cargo\.toml|Gemfile)$/;
const CONFIG_REGEXP = /\.(?:ya?ml|toml|ini|json|env|conf)$/;

/** Characters of a claim that name its node. */
const NAME_LENGTH = 80;

/**
 * Adds an observation to the graph by rules: a node for its claim, one for each file and definition
 * that it cites, and edges from the claim to these and from definitions to their files.
 */
export async function linkObservation(
  place: MemoryPlace,
  id: string,
  observation: LinkedObservation,
): Promise<void> {
  await place.state.write((sql) => linkObservationIn(sql, place, id, observation));
}

/** Does the same as {@link linkObservation}, in the caller's transaction. */
export async function linkObservationIn(
  sql: Sql,
  place: MemoryPlace,
  id: string,
  { kind, content, anchors }: LinkedObservation,
): Promise<void> {
  const name = content.replaceAll(/\s+/g, " ").slice(0, NAME_LENGTH);
  const claim: NodeDraft = { type: TYPES[kind], name };
  const edges = anchors.flatMap(({ path, symbol }): EdgeDraft[] => {
    const file: NodeDraft = { type: findNodeType(path), name: path };
    if (symbol === undefined) return [{ source: claim, relation: RELATIONS[kind], target: file }];
    const definition: NodeDraft = { type: "API", name: `${path}#${symbol}` };
    return [
      { source: claim, relation: RELATIONS[kind], target: definition },
      { source: definition, relation: DEFINED_IN, target: file },
    ];
  });
  if (edges.length > 0) await setEdgesIn(sql, place, id, edges);
}

function findNodeType(path: string): NodeType {
  if (MANIFEST_REGEXP.test(path)) return "Dependency";
  return CONFIG_REGEXP.test(path) ? "Config" : "Module";
}
