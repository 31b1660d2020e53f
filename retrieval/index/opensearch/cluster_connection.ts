import type { Client } from "@opensearch-project/opensearch";
import { RetrievalError } from "../../machine/mod.ts";
import type { ClusterConfig } from "./cluster_config.ts";
import {
  createNotOpenSearchError,
  findRefusal,
  type NodeRefusal,
  toClusterError,
  toRefusalError,
} from "./cluster_error.ts";

/** Timeout of a request, in milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000;

/** Connection to a cluster of OpenSearch, which its first request opens. */
export class ClusterConnection implements AsyncDisposable {
  readonly config: ClusterConfig;
  #client: Promise<Client> | undefined;

  /** Connects to nothing yet. */
  constructor(config: ClusterConfig) {
    this.config = config;
  }

  /**
   * Returns the body of a response; undefined for an expected refusal.
   * @throws {RetrievalError} For any other refusal, and when the cluster cannot be reached.
   */
  async request<Body>(
    request: (client: Client) => PromiseLike<{ readonly body: unknown }>,
    { isExpected }: { readonly isExpected?: (refusal: NodeRefusal) => boolean } = {},
  ): Promise<Body> {
    try {
      const client = await (this.#client ??= this.#connect());
      const { body } = await request(client);
      if (typeof body !== "object") throw createNotOpenSearchError(this.config);
      return body as Body;
    } catch (error) {
      const refusal = findRefusal(error);
      if (refusal !== undefined && isExpected?.(refusal)) return undefined as Body;
      throw toClusterError(error, this.config);
    }
  }

  #connect(): Promise<Client> {
    return createClient(this.config).catch((error) => {
      this.#client = undefined;
      throw error;
    });
  }

  /** Returns the error for a refusal of a node. */
  toError(refusal: NodeRefusal): RetrievalError {
    return toRefusalError(refusal, this.config);
  }

  /** Closes all connections. */
  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#client)?.close();
  }
}

async function createClient({ nodes, login, authoritiesPath }: ClusterConfig): Promise<Client> {
  const readsSystem = authoritiesPath === undefined && nodes.some((node) => /^https:/.test(node));
  // Without this permission, `node:https` of Deno 2.9.6 waits forever for the certificates of the system.
  if (readsSystem && Deno.permissions.querySync({ name: "sys" }).state !== "granted") {
    throw new Deno.errors.NotCapable("Requires sys access");
  }
  // Imported only when needed, because loading takes longer than an answer.
  const { Client } = await import("@opensearch-project/opensearch");
  return new Client({
    // Most processes send only a few requests. In random order, the first node does not get all of them, and
    // does not delay all of them when it hangs.
    nodes: shuffle(nodes),
    requestTimeout: REQUEST_TIMEOUT_MS,
    ...login === undefined ? {} : { auth: login },
    ...authoritiesPath === undefined ? {} : { ssl: { ca: readAuthorities(authoritiesPath) } },
  });
}

/** Returns items in a random order (Fisher and Yates). */
function shuffle<Item>(items: readonly Item[]): Item[] {
  const shuffled = [...items];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const other = Math.floor(Math.random() * (i + 1));
    [shuffled[i], shuffled[other]] = [shuffled[other]!, shuffled[i]!];
  }
  return shuffled;
}

/** @throws {RetrievalError} `invalid-config` when the file cannot be read. */
function readAuthorities(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (cause) {
    throw new RetrievalError("invalid-config", {
      action: `trust the certificates in "${path}"`,
      rule: "it cannot be read",
      fix: "correct DOSSIER_OPENSEARCH_CA",
    }, { cause });
  }
}
