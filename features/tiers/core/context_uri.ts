/** Predefined types of documents, in the order of lists of resources. */
export const DOCUMENT_TYPES = [
  "adrs",
  "rfcs",
  "spikes",
  "dialogues",
  "runbooks",
  "patterns",
] as const;

/** A form of manifests: the parts that differ between programs. */
export interface ManifestForm {
  readonly name: "dossier" | "blue";
  /** Scheme of its URIs. */
  readonly scheme: string;
  /** Folder whose presence selects the form. */
  readonly folder: string;
  /** Path of the manifest, relative to the root. */
  readonly path: string;
  /** Parent of the folders of documents. */
  readonly documents: string;
  /**
   * If true, documents of other types are searched in a folder of that name; else they are
   * rejected.
   */
  readonly isOpen: boolean;
  /** If true, sources may be globs (`path:`) and knowledge items (`knowledge:`). */
  readonly hasOwnSources: boolean;
}

/** dossier's form of manifests. */
export const DOSSIER_FORM: ManifestForm = {
  name: "dossier",
  scheme: "dossier",
  folder: ".dossier",
  path: ".dossier/manifest.yaml",
  documents: "docs",
  isOpen: true,
  hasOwnSources: true,
};

/** The form of Blue (github.com/superviber/blue, its RFC 0016). */
export const BLUE_FORM: ManifestForm = {
  name: "blue",
  scheme: "blue",
  folder: ".blue",
  path: ".blue/context.manifest.yaml",
  documents: ".blue/docs",
  isOpen: false,
  hasOwnSources: false,
};

/** The forms, in the order in which a project is searched for them. */
export const MANIFEST_FORMS: readonly ManifestForm[] = [DOSSIER_FORM, BLUE_FORM];

/** Returns the full name of a type of documents: `adrs` for `adr`. */
export function toDocumentType(written: string): string {
  const plural = `${written}s`;
  return (DOCUMENT_TYPES as readonly string[]).includes(plural) ? plural : written;
}

/**
 * Returns the folder of a type of documents, relative to the root; undefined for a type that is
 * unknown to the form.
 *
 * @param types Folders by type, from the manifest.
 */
export function findDocumentFolder(
  written: string,
  { form, types = {} }: {
    readonly form: ManifestForm;
    readonly types?: Readonly<Record<string, string>> | undefined;
  },
): string | undefined {
  const type = toDocumentType(written);
  for (const name of [type, written]) if (Object.hasOwn(types, name)) return types[name];
  const isKnown = form.isOpen || (DOCUMENT_TYPES as readonly string[]).includes(type);
  return isKnown ? `${form.documents}/${type}` : undefined;
}

/** The target of a source's URI. */
export type ContextUri =
  /** All documents of a type. */
  | { readonly kind: "collection"; readonly type: string }
  /** One document; `{active}` in its id is replaced by the number of the RFC in progress. */
  | { readonly kind: "document"; readonly type: string; readonly id: string }
  /** A named collection of texts, such as `voice`. */
  | { readonly kind: "bundle"; readonly scope: string }
  /** A state of the project, such as `current-rfc`. */
  | { readonly kind: "state"; readonly entity: string }
  /** Context from a plugin. */
  | { readonly kind: "plugin"; readonly name: string; readonly path: string }
  /** The files that a glob matches. */
  | { readonly kind: "path"; readonly glob: string }
  /** A knowledge item. */
  | { readonly kind: "knowledge"; readonly id: string };

/** The reason why a text is not a valid URI. */
export interface InvalidUri {
  readonly kind: "invalid";
  readonly reason: "unknown-scheme" | "invalid-format";
  /** Half a sentence with the fix. */
  readonly message: string;
}

/** Placeholder in the id of a document for the number of the RFC in progress. */
export const ACTIVE_PLACEHOLDER = "{active}";

const SCHEME_REGEXP = /^([A-Za-z][A-Za-z0-9+.-]*):/;
const UNSAFE_REGEXP = /[\\\p{Cc}]/u;

/**
 * Returns the target of a URI, or the reason why it is invalid. Empty parts of a path are dropped.
 */
export function parseContextUri(written: string, form: ManifestForm): ContextUri | InvalidUri {
  const scheme = SCHEME_REGEXP.exec(written)?.[1];
  const rest = written.slice((scheme?.length ?? 0) + 1);
  if (form.hasOwnSources && (scheme === "path" || scheme === "knowledge")) {
    return parseOwn(scheme, rest);
  }
  if (scheme !== form.scheme || !rest.startsWith("//")) {
    const known = form.hasOwnSources
      ? `"${form.scheme}://", "path:" or "knowledge:"`
      : `"${form.scheme}://"`;
    return invalid("unknown-scheme", `it must begin with ${known}`);
  }
  const unsafe = findUnsafe(rest.slice(2));
  if (unsafe !== undefined) return unsafe;
  return parseParts(rest.split("/").filter((part) => part !== ""), form);
}

function parseOwn(scheme: "path" | "knowledge", rest: string): ContextUri | InvalidUri {
  if (rest === "") return invalid("invalid-format", `something must follow "${scheme}:"`);
  if (rest.startsWith("/")) return invalid("invalid-format", "it must be relative to the root");
  const unsafe = findUnsafe(rest);
  if (unsafe !== undefined) return unsafe;
  return scheme === "path" ? { kind: "path", glob: rest } : { kind: "knowledge", id: rest };
}

function parseParts(parts: readonly string[], form: ManifestForm): ContextUri | InvalidUri {
  const [head, ...rest] = parts;
  if (head === undefined) {
    return invalid("invalid-format", `something must follow "${form.scheme}://"`);
  }
  const path = rest.join("/");
  if (head === "docs") {
    const [type, ...id] = rest;
    if (type === undefined) {
      return invalid("invalid-format", 'a type of documents must follow "docs/"');
    }
    return id.length === 0
      ? { kind: "collection", type }
      : { kind: "document", type, id: id.join("/") };
  }
  if (head === "context") {
    return path === ""
      ? invalid("invalid-format", 'a name such as "voice" must follow "context/"')
      : { kind: "bundle", scope: path };
  }
  if (head === "state") {
    return path === ""
      ? invalid("invalid-format", 'a name such as "current-rfc" must follow "state/"')
      : { kind: "state", entity: path };
  }
  return { kind: "plugin", name: head, path };
}

/** Returns an error for a path that could leave its folder. */
function findUnsafe(path: string): InvalidUri | undefined {
  if (UNSAFE_REGEXP.test(path)) {
    return invalid("invalid-format", "it must not contain backslashes or control characters");
  }
  const isClimbing = path.split("/").some((part) => part === "." || part === "..");
  return isClimbing ? invalid("invalid-format", 'it must not contain "." or ".."') : undefined;
}

function invalid(reason: InvalidUri["reason"], message: string): InvalidUri {
  return { kind: "invalid", reason, message };
}

/** Returns the URI of a target; parsing it returns the same target. */
export function formatContextUri(
  uri: ContextUri,
  { scheme }: Pick<ManifestForm, "scheme">,
): string {
  switch (uri.kind) {
    case "collection":
      return `${scheme}://docs/${uri.type}/`;
    case "document":
      return `${scheme}://docs/${uri.type}/${uri.id}`;
    case "bundle":
      return `${scheme}://context/${uri.scope}`;
    case "state":
      return `${scheme}://state/${uri.entity}`;
    case "plugin":
      return `${scheme}://${uri.name}/${uri.path}`;
    case "path":
      return `path:${uri.glob}`;
    case "knowledge":
      return `knowledge:${uri.id}`;
  }
}
