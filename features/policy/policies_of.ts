import type { EngineServices } from "@dossier/retrieval/lease";
import type { ParsedFiles } from "./parsed_files.ts";
import type { Policies } from "./policies.ts";

/** Files that were parsed for an engine before, by what it does for features. */
const PARSED = new WeakMap<object, ParsedFiles>();

/** Returns the policies of the tree of an engine, of its user and of the system, as they are now. */
export async function policiesOf(
  services: Pick<EngineServices, "root" | "spaces">,
): Promise<Policies> {
  // Imported only here: most answers need no policies.
  const { openPolicies } = await import("./policies.ts");
  const { ParsedFiles } = await import("./parsed_files.ts");
  const files = PARSED.get(services) ?? new ParsedFiles();
  PARSED.set(services, files);
  return openPolicies({ root: services.root, ...services.spaces }, files);
}
