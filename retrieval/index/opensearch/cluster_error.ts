import { RetrievalError, type RetrievalErrorCode } from "../../machine/mod.ts";
import type { ClusterPlace } from "./cluster_place.ts";

/** What an error says of the cluster, and the fix. */
interface Condition {
  readonly code: RetrievalErrorCode;
  readonly rule: string;
  readonly fix: string;
}

const UNREACHABLE: Condition = {
  code: "index-unreachable",
  rule: "no node responds there",
  fix: "start a node, or correct DOSSIER_OPENSEARCH",
};
const OVERLOADED: Condition = {
  code: "index-unreachable",
  rule: "it is overloaded",
  fix: "try again later, or add nodes",
};
const UNAVAILABLE: Condition = {
  code: "index-unreachable",
  rule: "a part of it is not available",
  fix: "wait until all its nodes are available again",
};
const CERTIFICATE: Condition = {
  code: "index-refused",
  rule: "its certificate cannot be trusted",
  fix:
    "name the file of its authority in DOSSIER_OPENSEARCH_CA, and the host as in the certificate",
};
const LOGIN: Condition = {
  code: "index-refused",
  rule: "it rejects the login of the user",
  fix: "correct DOSSIER_OPENSEARCH_USER and DOSSIER_OPENSEARCH_PASSWORD",
};
const NO_RIGHT: Condition = {
  code: "index-refused",
  rule: "the user lacks a right",
  fix: "grant it for the indexes of the prefix",
};
const FULL: Condition = {
  code: "disk-full",
  rule: "its disk is full",
  fix: "free some space there",
};
const NO_NETWORK: Condition = {
  code: "index-refused",
  rule: "this command may not use the network",
  fix: 'put "with-team" in front of it',
};
const TOO_LARGE: Condition = {
  code: "index-refused",
  rule: "it rejects requests of that size",
  fix: "raise http.max_content_length of its nodes",
};
const NO_CLUSTER: Condition = {
  code: "index-refused",
  rule: "the server there is not OpenSearch",
  fix: "correct DOSSIER_OPENSEARCH",
};
const OTHER: Condition = {
  code: "index-refused",
  rule: "it failed to execute the request",
  fix: "see the logs of its nodes",
};

/** What TLS says of a certificate, in Deno, Node and Bun. */
const CERTIFICATE_REGEXP =
  /certificate|UnknownIssuer|CERT_|self.signed|unable to verify|NotValidForName/i;

/** What statuses say. */
const STATUSES: ReadonlyMap<number, Condition> = new Map([
  [401, LOGIN],
  [403, NO_RIGHT],
  [413, TOO_LARGE],
  [429, OVERLOADED],
  [502, UNAVAILABLE],
  [503, UNAVAILABLE],
  [504, UNAVAILABLE],
]);

/** What a node has answered in place of what was asked for. */
export interface NodeRefusal {
  readonly status: number;
  /** What it says of that, such as `index_not_found_exception`. */
  readonly type: string;
  readonly reason: string;
}

/** Returns the error for an answer that OpenSearch does not give. */
export function notOpenSearch({ nodes }: ClusterPlace): RetrievalError {
  return toError(NO_CLUSTER, nodes);
}

/** Returns true when a node has no room for more, which does not change by waiting. */
export function refusesForSpace({ reason }: NodeRefusal): boolean {
  return /flood.stage|disk usage exceeded|no space left on device/i.test(reason);
}

/** Returns what a node has refused, as a sentence that names the cluster and the fix. */
export function toRefusal(refusal: NodeRefusal, { nodes }: ClusterPlace): RetrievalError {
  const { status, type, reason } = refusal;
  const condition = refusesForSpace(refusal) ? FULL : STATUSES.get(status) ?? OTHER;
  const isClear = condition !== OTHER && condition !== UNAVAILABLE;
  const said = [type, reason].filter((part) => part !== "").join(": ");
  return toError(condition, nodes, isClear ? undefined : said || `status ${status}`);
}

/** Returns what an error of the client says, as a sentence that names the cluster and the fix; others as they are. */
export function toClusterError(error: unknown, place: ClusterPlace): unknown {
  if (error instanceof RetrievalError || !(error instanceof Error)) return error;
  if (error instanceof Deno.errors.NotCapable || /Requires net access/.test(error.message)) {
    return toError(NO_NETWORK, place.nodes);
  }
  const refusal = findRefusal(error);
  if (refusal !== undefined) return toRefusal(refusal, place);
  if (error.name === "DeserializationError") return notOpenSearch(place);
  if (!/^(?:Connection|NoLivingConnections|Timeout|RequestAborted)/.test(error.name)) return error;
  const condition = CERTIFICATE_REGEXP.test(error.message) ? CERTIFICATE : UNREACHABLE;
  return toError(condition, place.nodes);
}

/** Returns what a node has refused by an error of the client; undefined when it is of another kind. */
export function findRefusal(error: unknown): NodeRefusal | undefined {
  if (!(error instanceof Error) || error.name !== "ResponseError") return undefined;
  const { statusCode = 0, body } = error as Error & { statusCode?: number; body?: unknown };
  const said = Object(Object(body).error);
  const { type = "", reason = "" } = Object(said.root_cause?.[0] ?? said);
  return { status: statusCode, type: String(type), reason: String(reason) };
}

function toError(
  { code, rule, fix }: Condition,
  nodes: readonly string[],
  state?: string,
): RetrievalError {
  const action = `use the index in the cluster at ${nodes.join(", ")}`;
  return new RetrievalError(code, { action, rule, state, fix });
}
