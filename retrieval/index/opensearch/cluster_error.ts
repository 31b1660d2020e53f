import { RetrievalError, type RetrievalErrorCode } from "../../machine/mod.ts";
import type { ClusterConfig } from "./cluster_config.ts";

/** Code and phrases of an error about the cluster. */
interface ErrorTemplate {
  readonly code: RetrievalErrorCode;
  readonly rule: string;
  readonly fix: string;
}

const UNREACHABLE: ErrorTemplate = {
  code: "index-unreachable",
  rule: "no node responds there",
  fix: "start a node, or correct DOSSIER_OPENSEARCH",
};
const OVERLOADED: ErrorTemplate = {
  code: "index-unreachable",
  rule: "it is overloaded",
  fix: "try again later, or add nodes",
};
const UNAVAILABLE: ErrorTemplate = {
  code: "index-unreachable",
  rule: "a part of it is not available",
  fix: "wait until all its nodes are available again",
};
const UNTRUSTED_CERTIFICATE: ErrorTemplate = {
  code: "index-refused",
  rule: "its certificate cannot be trusted",
  fix:
    "name the file of its authority in DOSSIER_OPENSEARCH_CA, and the host as in the certificate",
};
const WRONG_LOGIN: ErrorTemplate = {
  code: "index-refused",
  rule: "it rejects the login of the user",
  fix: "correct DOSSIER_OPENSEARCH_USER and DOSSIER_OPENSEARCH_PASSWORD",
};
const MISSING_RIGHT: ErrorTemplate = {
  code: "index-refused",
  rule: "the user lacks a right",
  fix: "grant it for the indexes of the prefix",
};
const DISK_FULL: ErrorTemplate = {
  code: "disk-full",
  rule: "its disk is full",
  fix: "free some space there",
};
const NO_NETWORK: ErrorTemplate = {
  code: "index-refused",
  rule: "this command may not use the network",
  fix: 'put "with-team" in front of it',
};
const TOO_LARGE: ErrorTemplate = {
  code: "index-refused",
  rule: "it rejects requests of that size",
  fix: "raise http.max_content_length of its nodes",
};
const NOT_OPENSEARCH: ErrorTemplate = {
  code: "index-refused",
  rule: "the server there is not OpenSearch",
  fix: "correct DOSSIER_OPENSEARCH",
};
const UNKNOWN_FAILURE: ErrorTemplate = {
  code: "index-refused",
  rule: "it failed to execute the request",
  fix: "see the logs of its nodes",
};

/** Phrases in the errors of Deno, Node and Bun about a certificate that they do not trust. */
const CERTIFICATE_REGEXP =
  /certificate|UnknownIssuer|CERT_|self.signed|unable to verify|NotValidForName/i;

/** HTTP statuses of a node that is overloaded, or that cannot reach a necessary part of the cluster. */
export const BUSY_STATUSES: ReadonlySet<number> = new Set([429, 503]);

/** Templates of errors, by the HTTP status of the response. */
const TEMPLATES_BY_STATUS: ReadonlyMap<number, ErrorTemplate> = new Map([
  [401, WRONG_LOGIN],
  [403, MISSING_RIGHT],
  [413, TOO_LARGE],
  [429, OVERLOADED],
  [502, UNAVAILABLE],
  [503, UNAVAILABLE],
  [504, UNAVAILABLE],
]);

/** Refusal of a request by a node. */
export interface NodeRefusal {
  readonly status: number;
  /** Type of the error, such as `index_not_found_exception`; empty when the node reports none. */
  readonly type: string;
  readonly reason: string;
}

/** Returns the error for a response that does not come from OpenSearch. */
export function createNotOpenSearchError({ nodes }: ClusterConfig): RetrievalError {
  return createError(NOT_OPENSEARCH, nodes);
}

/** Returns true when the disk of a node is full. A retry does not help then. */
export function isDiskFullRefusal({ reason }: NodeRefusal): boolean {
  return /flood.stage|disk usage exceeded|no space left on device/i.test(reason);
}

/** Returns the error for a refusal. Its message names the cluster and the fix. */
export function toRefusalError(refusal: NodeRefusal, { nodes }: ClusterConfig): RetrievalError {
  const { status, type, reason } = refusal;
  const template = isDiskFullRefusal(refusal)
    ? DISK_FULL
    : TEMPLATES_BY_STATUS.get(status) ?? UNKNOWN_FAILURE;
  const isSpecific = template !== UNKNOWN_FAILURE && template !== UNAVAILABLE;
  const reported = [type, reason].filter((part) => part !== "").join(": ");
  return createError(template, nodes, isSpecific ? undefined : reported || `status ${status}`);
}

/**
 * Returns an error of the OpenSearch client as a {@link RetrievalError} that names the cluster and the
 * fix. Returns any other value unchanged.
 */
export function toClusterError(error: unknown, config: ClusterConfig): unknown {
  if (error instanceof RetrievalError || !(error instanceof Error)) return error;
  if (error instanceof Deno.errors.NotCapable || /Requires net access/.test(error.message)) {
    return createError(NO_NETWORK, config.nodes);
  }
  const refusal = findRefusal(error);
  if (refusal !== undefined) return toRefusalError(refusal, config);
  if (error.name === "DeserializationError") return createNotOpenSearchError(config);
  if (!/^(?:Connection|NoLivingConnections|Timeout|RequestAborted)/.test(error.name)) return error;
  const template = CERTIFICATE_REGEXP.test(error.message) ? UNTRUSTED_CERTIFICATE : UNREACHABLE;
  return createError(template, config.nodes);
}

/** Returns the refusal that an error of the OpenSearch client reports; undefined for another kind of error. */
export function findRefusal(error: unknown): NodeRefusal | undefined {
  if (!(error instanceof Error) || error.name !== "ResponseError") return undefined;
  const { statusCode = 0, body } = error as Error & { statusCode?: number; body?: unknown };
  const reported = Object(Object(body).error);
  const { type = "", reason = "" } = Object(reported.root_cause?.[0] ?? reported);
  return { status: statusCode, type: String(type), reason: String(reason) };
}

function createError(
  { code, rule, fix }: ErrorTemplate,
  nodes: readonly string[],
  state?: string,
): RetrievalError {
  const action = `use the index in the cluster at ${nodes.join(", ")}`;
  return new RetrievalError(code, { action, rule, state, fix });
}
