import { RetrievalError } from "../../machine/mod.ts";

/** Where a cluster is, as whom it is used, and which of its indexes are ours. */
export interface ClusterConfig {
  /** Addresses of its nodes, without a path. */
  readonly nodes: readonly string[];
  /** What the names of our indexes begin with. */
  readonly prefix: string;
  /** Absent where the cluster asks for none. */
  readonly login?: { readonly username: string; readonly password: string };
  /** Path of a file with the certificates, in PEM, that are trusted instead of those of the system. */
  readonly authoritiesPath?: string;
  /** True when commits are sent besides indexes, so that machines without a clone can answer. @default true */
  readonly sendsCommits?: boolean;
}

/** Names the nodes of a cluster, parted by commas. */
export const NODES_VARIABLE = "DOSSIER_OPENSEARCH";

/** What the names of our indexes begin with. @default "dossier" */
const PREFIX_VARIABLE = "DOSSIER_OPENSEARCH_PREFIX";

/** As whom the cluster is used. */
const USER_VARIABLE = "DOSSIER_OPENSEARCH_USER";
const PASSWORD_VARIABLE = "DOSSIER_OPENSEARCH_PASSWORD";

/** Path of a file with the certificates to trust. */
const AUTHORITIES_VARIABLE = "DOSSIER_OPENSEARCH_CA";

/** Whether commits are sent besides indexes: `yes` or `no`. @default yes */
const COMMITS_VARIABLE = "DOSSIER_OPENSEARCH_COMMITS";

const DEFAULT_PREFIX = "dossier";

/** What may begin the name of an index, as OpenSearch has it, short enough for what comes behind. */
const PREFIX_REGEXP = /^[a-z][a-z0-9-]{0,63}$/;

const LOOPBACK_REGEXP = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** What is configured of a cluster besides the environment, by the user. */
export interface ClusterSettings {
  readonly nodes?: readonly string[] | undefined;
  readonly prefix?: string | undefined;
  readonly commits?: boolean | undefined;
}

/**
 * Returns the cluster that the environment names, or else the settings of the user; undefined where none is. Who may
 * use it comes from the environment only.
 *
 * @param find Returns a variable that is set to something.
 * @throws {RetrievalError} `invalid-config`. No sentence has the password, or an address with one.
 */
export function resolveClusterConfig(
  find: (variable: string) => string | undefined,
  settings: ClusterSettings = {},
): ClusterConfig | undefined {
  const named = find(NODES_VARIABLE)?.split(",").map((node) => node.trim()) ?? settings.nodes ?? [];
  const nodes = named.filter((node) => node !== "").map(parseNode);
  if (nodes.length === 0) return undefined;
  const prefix = find(PREFIX_VARIABLE) ?? settings.prefix ?? DEFAULT_PREFIX;
  if (!PREFIX_REGEXP.test(prefix)) {
    rejectConfig(
      "its prefix must consist of lower-case letters, digits and hyphens, and begin with a letter",
      prefix,
    );
  }
  const username = find(USER_VARIABLE);
  const password = find(PASSWORD_VARIABLE);
  if ((username === undefined) !== (password === undefined)) {
    rejectConfig(`${USER_VARIABLE} and ${PASSWORD_VARIABLE} must be set together`);
  }
  const authorities = find(AUTHORITIES_VARIABLE);
  const commits = find(COMMITS_VARIABLE);
  if (commits !== undefined && !/^(?:yes|no)$/.test(commits)) {
    rejectConfig(`${COMMITS_VARIABLE} must be "yes" or "no"`, commits);
  }
  const sendsCommits = commits === undefined ? settings.commits !== false : commits === "yes";
  return {
    nodes,
    prefix,
    ...sendsCommits ? {} : { sendsCommits },
    ...username === undefined ? {} : { login: { username, password: password! } },
    ...authorities === undefined ? {} : { authoritiesPath: authorities },
  };
}

/** Returns the address of a node as the client takes it. */
function parseNode(node: string): string {
  const url = URL.parse(node);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return rejectConfig("a node must be written as https://HOST:PORT");
  }
  if (url.username !== "" || url.password !== "") {
    rejectConfig(
      `the address of a node must have no user and password: set ${USER_VARIABLE} and ${PASSWORD_VARIABLE}`,
    );
  }
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "") {
    rejectConfig("a node must be written as https://HOST:PORT, without a path", url.origin);
  }
  if (url.protocol === "http:" && !LOOPBACK_REGEXP.test(url.hostname)) {
    rejectConfig("the address of a node on another machine must begin with https://", url.origin);
  }
  return url.origin;
}

function rejectConfig(rule: string, state?: string): never {
  throw new RetrievalError("invalid-config", {
    action: "use the cluster",
    rule,
    state: state && `"${state}"`,
  });
}
