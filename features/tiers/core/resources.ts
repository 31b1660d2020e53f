import type { ContextManifest, TierName } from "./context_manifest.ts";
import {
  ACTIVE,
  type ContextUri,
  DOCUMENT_TYPES,
  type ManifestForm,
  parseContextUri,
  printContextUri,
} from "./context_uri.ts";

/** What a host may read by its URI. */
export interface ContextResource {
  /** What it is read by. */
  readonly uri: string;
  /** For people, such as `All Adrs`. */
  readonly name: string;
  /** The label of the manifest, or what it is. */
  readonly description: string;
  /** All of them are Markdown. */
  readonly mimeType: "text/markdown";
}

/**
 * Returns what hosts may read: the sources of the identity and the workflow tier, all collections and the
 * voice, the live state, and the plans of the RFCs in progress. None stands twice.
 *
 * @param options.active Numbers of the RFCs in progress as their names have them, the current one first.
 */
export function listResources(
  { identity, workflow }: ContextManifest,
  { form, active }: { readonly form: ManifestForm; readonly active: readonly string[] },
): readonly ContextResource[] {
  const written = [
    ...[...identity.sources, ...workflow.sources],
    ...DOCUMENT_TYPES.map((type) => ({ uri: `${form.scheme}://docs/${type}/` })),
    ...["context/voice", "state/current-rfc", "state/active-tasks"]
      .map((path) => ({ uri: `${form.scheme}://${path}` })),
    ...active.map((number) => ({ uri: `${form.scheme}://docs/rfcs/${number}/plan` })),
  ];
  const resources = new Map<string, ContextResource>();
  for (const { uri, label } of written as readonly { uri: string; label?: string }[]) {
    const [current] = active;
    // What stands for the RFC in progress names nothing without one.
    if (current === undefined && uri.includes(ACTIVE)) continue;
    const parsed = parseContextUri(uri.replaceAll(ACTIVE, current ?? ""), form);
    if (parsed.kind === "invalid") continue;
    const printed = printContextUri(parsed, form);
    if (resources.has(printed)) continue;
    const name = nameResource(parsed);
    const mimeType = "text/markdown";
    resources.set(printed, {
      uri: printed,
      name,
      description: label ?? describe(parsed),
      mimeType,
    });
  }
  return [...resources.values()];
}

/** Returns what people call what a URI names, such as `All Adrs` or `Rfc 0016`. */
export function nameResource(uri: ContextUri): string {
  switch (uri.kind) {
    case "collection":
      return `All ${capitalise(uri.type)}`;
    case "document":
      return `${capitalise(uri.type.replace(/s$/, ""))} ${uri.id}`;
    case "bundle":
      return `${capitalise(uri.scope)} Context`;
    case "state":
      return capitalise(uri.entity.replaceAll("-", " "));
    case "plugin":
      return `${capitalise(uri.name)} ${uri.path}`.trimEnd();
    case "path":
      return uri.glob;
    case "knowledge":
      return uri.id;
  }
}

function describe(uri: ContextUri): string {
  switch (uri.kind) {
    case "collection":
      return `All documents of the type ${uri.type}`;
    case "state":
      return `What the project is at: ${uri.entity.replaceAll("-", " ")}`;
    default:
      return nameResource(uri);
  }
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Returns the tier that a read of a URI counts for. */
export function tierOf(uri: string): TierName {
  if (uri.includes("/adrs/") || uri.includes("/context/voice")) return "identity";
  return uri.includes("/state/") || uri.includes("/rfcs/") ? "workflow" : "reference";
}
