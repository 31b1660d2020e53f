import { RetrievalError } from "../../machine/mod.ts";

/** Addresses of a cluster, login, and names of our indexes in it. */
export interface ClusterConfig {
  /** Addresses of the nodes, without a path. */
  readonly nodes: readonly string[];
  /** Prefix of the names of our indexes. */
  readonly prefix: string;
  /** User and password; absent when the cluster requires no login. */
  readonly login?: { readonly username: string; readonly password: string };
  /** Path of a PEM file with the certificates to trust instead of those of the system. */
  readonly authoritiesPath?: string;
  /**
   * True when commits are sent together with indexes, so that machines without a clone can answer.
   * @default true
   */
  readonly sendsCommits?: boolean;
}

/** Name of the environment variable with the addresses of the nodes, separated by commas. */
export const NODES_VARIABLE = "DOSSIER_OPENSEARCH";

/** Name of the variable with the prefix of the names of our indexes. @default "dossier" */
const PREFIX_VARIABLE = "DOSSIER_OPENSEARCH_PREFIX";

/** Names of the variables with the login. */
const USER_VARIABLE = "DOSSIER_OPENSEARCH_USER";
const PASSWORD_VARIABLE = "DOSSIER_OPENSEARCH_PASSWORD";

/** Name of the variable with the path of a file of certificates to trust. */
const AUTHORITIES_VARIABLE = "DOSSIER_OPENSEARCH_CA";

/** Name of the variable that controls whether commits are sent: `yes` or `no`. @default yes */
const COMMITS_VARIABLE = "DOSSIER_OPENSEARCH_COMMITS";

const DEFAULT_PREFIX = "dossier";

/**
 * Valid prefixes of the name of an index in OpenSearch. The length leaves enough characters for the
 * suffixes.
 */
const PREFIX_REGEXP = /^[a-z][a-z0-9-]{0,63}$/;

const LOOPBACK_REGEXP = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Settings of a cluster in the user's configuration. */
export interface ClusterSettings {
  readonly nodes?: readonly string[] | undefined;
  readonly prefix?: string | undefined;
  readonly commits?: boolean | undefined;
}

/**
 * Returns the configuration of the cluster from the environment, or else from the user's settings;
 * undefined when neither names a node. The login comes only from the environment.
 * @param find Returns the value of a variable; undefined when it is not set or empty.
 * @throws {RetrievalError} `invalid-config` when a value is invalid. No message contains the password, or
 * an address with a password.
 */
export function resolveClusterConfig(
  find: (variable: string) => string | undefined,
  settings: ClusterSettings = {},
): ClusterConfig | undefined {
  const addresses = find(NODES_VARIABLE)?.split(",").map((node) => node.trim()) ?? settings.nodes ??
    [];
  const nodes = addresses.filter((node) => node !== "").map(parseNode);
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

/** Returns the address of a node in the form that the client requires. */
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
