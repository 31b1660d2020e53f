import type { Feature } from "@dossier/retrieval/feature";
import { lstatOrUndefined } from "@dossier/retrieval/file-info";
import type { SourceRow } from "@dossier/retrieval/sources";
import { TIER_ERRORS } from "./core/tier_error.ts";
import { TIER_TABLES } from "./tier_tables.ts";
import type { TriggerWatch } from "./trigger_watch.ts";
import type { TierRequestOptions, TiersBrief } from "./source/mod.ts";

/**
 * Paths of manifests. `core` also lists them, but is not loaded for a project without a manifest.
 */
export const MANIFEST_PATHS = [".dossier/manifest.yaml", ".blue/context.manifest.yaml"] as const;

/** Returns true when the project at `root` has a file that may be a manifest. */
export function hasManifest(root: string): boolean {
  return MANIFEST_PATHS.some((path) => lstatOrUndefined(`${root}/${path}`) !== undefined);
}

/** The texts of the project's tiers. */
const TIERS_SOURCE: SourceRow<TiersBrief> = {
  name: "tiers",
  kinds: ["query", "issue"],
  order: 20,
  decidingOptions: ["tiers"],
  /**
   * Nothing is included when no tier is chosen and the project has no manifest, or when the request
   * is a plain question: no task, no session and no profile.
   */
  async prepare({ kind, options }, services) {
    const { tiers: choice, session, profile }: TierRequestOptions = options;
    // A series of plain questions would repeat the identity tier each time.
    const isBegun = kind === "issue" || session !== undefined || profile !== undefined;
    const isDue = () => isBegun && hasManifest(services.root);
    if (choice === "none" || (choice === undefined && !isDue())) return undefined;
    const { createTiersBrief } = await import("./source/tiers_brief.ts");
    return createTiersBrief(options, services);
  },
  load: async () => (await import("./source/tiers_source.ts")).tiersSource,
};

/** Tiers of context, as the manifests of projects declare them. */
export const TIERS_FEATURE: Feature = {
  ...TIER_TABLES,
  errors: TIER_ERRORS,
  sources: [TIERS_SOURCE],
  commands: {
    names: ["manifest", "trust", "knowledge"],
    load: async () => (await import("./commands/mod.ts")).TIER_COMMANDS,
  },
  async sessionParts(moment, tools) {
    if (moment.moment === "subagent") return undefined;
    const { listTierParts } = await import("./session_parts.ts");
    return await listTierParts(moment, tools);
  },
  schemas: async () => (await import("./schema/mod.ts")).TIER_SCHEMAS,
  operationParts: {
    context: async () => (await import("./operations/context_part.ts")).TIERS_PART,
  },
  operations: [
    {
      name: "manifest",
      load: async () => (await import("./operations/manifest.ts")).MANIFEST_OPERATION,
    },
    {
      name: "activity",
      commands: ["activity"],
      load: async () => (await import("./operations/activity.ts")).ACTIVITY_OPERATION,
    },
    {
      name: "resources",
      load: async () => (await import("./operations/resources.ts")).RESOURCES_OPERATION,
    },
    {
      name: "resource",
      load: async () => (await import("./operations/resources.ts")).RESOURCE_OPERATION,
    },
  ],
  deliveries: {
    tiers: async () => (await import("./source/delivery_handler.ts")).tierDeliveryHandler,
  },
  openTriggerDetector() {
    let watch: TriggerWatch | undefined;
    return {
      async list(services, time) {
        // Most projects have no manifest, and nothing is loaded for them.
        if (!hasManifest(services.root)) {
          watch = undefined;
          return [];
        }
        const { TriggerWatch } = await import("./trigger_watch.ts");
        const watching = watch ??= new TriggerWatch();
        return await services.lease({ refresh: false }, async ({ indexed, visibility }) => {
          const { root, reader } = indexed;
          const listModified = (...range: [number, number]) => reader.listModified(...range);
          return await watching.check({ root, visibility, listModified }, time);
        });
      },
    };
  },
};
