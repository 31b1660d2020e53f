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
