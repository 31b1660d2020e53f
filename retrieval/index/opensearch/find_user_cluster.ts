import { readSettings } from "../../config/mod.ts";
import { type ClusterConfig, resolveClusterConfig } from "./cluster_config.ts";

/** Value of the setting `index.store` for an index in a cluster. */
export const STORE_NAME = "opensearch";

/** Returns the connection to the cluster that the user has configured; undefined when none is configured. */
export async function findUserCluster(root: string): Promise<ClusterConfig | undefined> {
  const { index: { store, ...settings } } = await readSettings(root);
  return resolveClusterConfig(
    readClusterVariable,
    store === STORE_NAME ? settings : { commits: settings.commits },
  );
}

/** Returns the value of an environment variable; undefined when it is empty or may not be read. */
export function readClusterVariable(name: string): string | undefined {
  try {
    return Deno.env.get(name) || undefined;
  } catch {
    return undefined;
  }
}
