import type { Deliveries } from "../delivery/mod.ts";
import { lstatOrUndefined, RetrievalError } from "../machine/mod.ts";
import type { TiersBrief } from "../sources/mod.ts";
import type { BundleRequest } from "./request.ts";

/** Where projects have their manifests; core has them as well, and is not loaded for projects without one. */
export const MANIFEST_PATHS = [".dossier/manifest.yaml", ".blue/context.manifest.yaml"] as const;

/**
 * Returns what a request says of tiers; undefined when it is to be given none, or nothing is chosen and the project
 * declares none or the request is a mere question: no task, of no session and with no profile.
 */
export function askTiers(
  { kind, options }: BundleRequest,
  { root, deliveries }: { readonly root: string; readonly deliveries: Deliveries },
): TiersBrief | undefined {
  if (kind === "signals") return undefined;
  const { tiers: choice, session, record = true, allowPlugins, profile } = options;
  // Who only asks a question again and again would be told each time who they are.
  const isBegun = kind === "issue" || session !== undefined || profile !== undefined;
  const isDue = () =>
    isBegun && MANIFEST_PATHS.some((path) => lstatOrUndefined(`${root}/${path}`) !== undefined);
  if (choice === "none" || (choice === undefined && !isDue())) return undefined;
  return {
    ...{ choice, session, allowPlugins },
    async openState() {
      try {
        return session === undefined && !record
          ? await deliveries.find()
          : await deliveries.state();
      } catch (error) {
        // Without a session the answer is worth more than its record.
        if (session !== undefined || !(error instanceof RetrievalError)) throw error;
        return undefined;
      }
    },
  };
}
