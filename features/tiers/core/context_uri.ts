/** Types of documents that every manifest knows, in the order that lists of resources have. */
export const DOCUMENT_TYPES = [
  "adrs",
  "rfcs",
  "spikes",
  "dialogues",
  "runbooks",
  "patterns",
] as const;

/** A way of writing a manifest: what differs from program to program. */
export interface ManifestForm {
  readonly name: "dossier" | "blue";
  /** Scheme of its URIs. */
  readonly scheme: string;
  /** Folder of the tree that says that a project goes by it. */
  readonly folder: string;
  /** Path of the manifest, relative to the root. */
  readonly path: string;
  /** Folder that the folders of documents lie in. */
  readonly documents: string;
  /** Whether documents of other types are found in a folder of their name, or are refused. */
  readonly isOpen: boolean;
  /** Whether it takes globs (`path:`) and items of knowledge (`knowledge:`) as sources. */
  readonly hasOwnSources: boolean;
}

/** Our own way to write a manifest. */
export const DOSSIER_FORM: ManifestForm = {
  name: "dossier",
  scheme: "dossier",
  folder: ".dossier",
  path: ".dossier/manifest.yaml",
  documents: "docs",
  isOpen: true,
  hasOwnSources: true,
};

/** The way of Blue (github.com/superviber/blue, its RFC 0016). */
export const BLUE_FORM: ManifestForm = {
  name: "blue",
  scheme: "blue",
  folder: ".blue",
  path: ".blue/context.manifest.yaml",
  documents: ".blue/docs",
  isOpen: false,
  hasOwnSources: false,
};

/** The forms, in the order in which a project is looked through for one. */
export const MANIFEST_FORMS: readonly ManifestForm[] = [DOSSIER_FORM, BLUE_FORM];

/** Returns a type of documents by its full name: `adr` stands for `adrs`. */
export function documentType(written: string): string {
  const plural = `${written}s`;
  return (DOCUMENT_TYPES as readonly string[]).includes(plural) ? plural : written;
}

/**
 * Returns the folder of a type of documents, relative to the root; undefined for a type that the form does
 * not know.
 *
 * @param types Folders by type, where the manifest names them.
 */
export function documentFolder(
  written: string,
  { form, types = {} }: {
    readonly form: ManifestForm;
    readonly types?: Readonly<Record<string, string>> | undefined;
  },
): string | undefined {
  const type = documentType(written);
  for (const name of [type, written]) if (Object.hasOwn(types, name)) return types[name];
  const isKnown = form.isOpen || (DOCUMENT_TYPES as readonly string[]).includes(type);
  return isKnown ? `${form.documents}/${type}` : undefined;
}

/** What a source of a tier names. */
export type ContextUri =
  /** All documents of a type. */
  | { readonly kind: "collection"; readonly type: string }
  /** One document; `{active}` in its id stands for the number of the RFC in progress. */
  | { readonly kind: "document"; readonly type: string; readonly id: string }
  /** What is put together under a name, such as `voice`. */
  | { readonly kind: "bundle"; readonly scope: string }
  /** What the project is at, such as `current-rfc`. */
  | { readonly kind: "state"; readonly entity: string }
  /** What a plugin provides. */
  | { readonly kind: "plugin"; readonly name: string; readonly path: string }
  /** The files that a glob matches. */
  | { readonly kind: "path"; readonly glob: string }
  /** A knowledge item. */
  | { readonly kind: "knowledge"; readonly id: string };

/** Why a text is no URI of a context. */
export interface InvalidUri {
  readonly kind: "invalid";
  readonly reason: "unknown-scheme" | "invalid-format";
  /** Half a sentence with the mend. */
  readonly message: string;
}

/** Stands in the id of a document for the number of the RFC in progress. */
export const ACTIVE = "{active}";

const SCHEME_REGEXP = /^([A-Za-z][A-Za-z0-9+.-]*):/;
const UNSAFE_REGEXP = /[\\\p{Cc}]/u;

/** Returns what a URI names, or why it is none. Empty parts of a path are dropped. */
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
  if (rest === "") return invalid("invalid-format", `something must stand behind "${scheme}:"`);
  if (rest.startsWith("/")) return invalid("invalid-format", "it must be relative to the root");
  const unsafe = findUnsafe(rest);
  if (unsafe !== undefined) return unsafe;
  return scheme === "path" ? { kind: "path", glob: rest } : { kind: "knowledge", id: rest };
}

function parseParts(parts: readonly string[], form: ManifestForm): ContextUri | InvalidUri {
  const [head, ...rest] = parts;
  if (head === undefined) {
    return invalid("invalid-format", `something must stand behind "${form.scheme}://"`);
  }
  const path = rest.join("/");
  if (head === "docs") {
    const [type, ...id] = rest;
    if (type === undefined) {
      return invalid("invalid-format", 'a type of documents must stand behind "docs/"');
    }
    return id.length === 0
      ? { kind: "collection", type }
      : { kind: "document", type, id: id.join("/") };
  }
  if (head === "context") {
    return path === ""
      ? invalid("invalid-format", 'a name such as "voice" must stand behind "context/"')
      : { kind: "bundle", scope: path };
  }
  if (head === "state") {
    return path === ""
      ? invalid("invalid-format", 'a name such as "current-rfc" must stand behind "state/"')
      : { kind: "state", entity: path };
  }
  return { kind: "plugin", name: head, path };
}

/** Refuses what could lead elsewhere than to what is named. */
function findUnsafe(path: string): InvalidUri | undefined {
  if (UNSAFE_REGEXP.test(path)) {
    return invalid("invalid-format", "it must not hold backslashes or control characters");
  }
  const isClimbing = path.split("/").some((part) => part === "." || part === "..");
  return isClimbing ? invalid("invalid-format", 'it must not hold "." or ".."') : undefined;
}

function invalid(reason: InvalidUri["reason"], message: string): InvalidUri {
  return { kind: "invalid", reason, message };
}

/** Returns the URI of what one names; parsed again it gives the same. */
export function printContextUri(uri: ContextUri, { scheme }: Pick<ManifestForm, "scheme">): string {
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
