import type { ContextManifest, TierName } from "./context_manifest.ts";
import {
  ACTIVE_PLACEHOLDER,
  type ContextUri,
  DOCUMENT_TYPES,
  formatContextUri,
  type ManifestForm,
  parseContextUri,
} from "./context_uri.ts";

/** A resource that a host may read by URI. */
export interface ContextResource {
  /** URI of the resource. */
  readonly uri: string;
  /** Name that is shown to people, such as `All Adrs`. */
  readonly name: string;
  /** The label in the manifest, or a description. */
  readonly description: string;
  /** All resources are Markdown. */
  readonly mimeType: "text/markdown";
}

/**
 * Returns the resources for hosts: the sources of the identity and the workflow tier, all
 * collections and the voice, the live state, and the plans of the RFCs in progress; each once.
 *
 * @param options.active Numbers of the RFCs in progress as in their names, the current one first.
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
    // Without an RFC in progress its placeholder has no target.
    if (current === undefined && uri.includes(ACTIVE_PLACEHOLDER)) continue;
    const parsed = parseContextUri(uri.replaceAll(ACTIVE_PLACEHOLDER, current ?? ""), form);
    if (parsed.kind === "invalid") continue;
    const printed = formatContextUri(parsed, form);
    if (resources.has(printed)) continue;
    const name = formatResourceName(parsed);
    const mimeType = "text/markdown";
    resources.set(printed, {
      uri: printed,
      name,
      description: label ?? formatResourceDescription(parsed),
      mimeType,
    });
  }
  return [...resources.values()];
}

/** Returns the name of a URI's target for people, such as `All Adrs` or `Rfc 0016`. */
export function formatResourceName(uri: ContextUri): string {
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

function formatResourceDescription(uri: ContextUri): string {
  switch (uri.kind) {
    case "collection":
      return `All documents of the type ${uri.type}`;
    case "state":
      return `State of the project: ${uri.entity.replaceAll("-", " ")}`;
    default:
      return formatResourceName(uri);
  }
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Returns the tier that a read of a URI is recorded for. */
export function findTierOfUri(uri: string): TierName {
  if (uri.includes("/adrs/") || uri.includes("/context/voice")) return "identity";
  return uri.includes("/state/") || uri.includes("/rfcs/") ? "workflow" : "reference";
}
