import type { EngineServices } from "@dossier/retrieval/lease";
import { ContextTiers } from "./context_tiers.ts";

/**
 * Returns the context tiers of the manifest of an engine's tree.
 *
 * @throws {RetrievalError} `invalid-config` when the configuration is broken.
 *
 * @example
 * ```ts
 * import { openEngine } from "@dossier/retrieval";
 * import { openTiers } from "@dossier/tiers";
 * import assert from "node:assert/strict";
 *
 * const root = Deno.makeTempDirSync();
 * Deno.mkdirSync(`${root}/.dossier`);
 * const manifest = "version: 1\nidentity: ['path:voice.md']\n";
 * Deno.writeTextFileSync(`${root}/.dossier/manifest.yaml`, manifest);
 * Deno.writeTextFileSync(`${root}/voice.md`, "Say it plainly.");
 * using engine = await openEngine({ root });
 * const started = await (await openTiers(engine)).start("session-1");
 * assert.ok(started?.text.includes("Say it plainly."));
 * ```
 */
export async function openTiers(services: EngineServices): Promise<ContextTiers> {
  const { readVisibility } = await import("@dossier/retrieval/read-settings");
  return new ContextTiers({
    root: services.root,
    visibility: await readVisibility(services.root),
    openState: () => services.openState(),
    listModified: (time, limit) =>
      services.lease(
        { refresh: false },
        ({ indexed: { reader } }) => reader.listModified(time, limit),
      ),
  });
}
