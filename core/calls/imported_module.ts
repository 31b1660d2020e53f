/** A name that is imported. */
export interface ImportedName {
  /** The name as it is where it comes from. */
  readonly name: string;
  /** The name that it goes by here; the same unless it is renamed. */
  readonly local: string;
}

/** One module that a file imports. */
export interface ImportedModule {
  /** The module's path, taken apart; `["os", "path"]` for `os.path`. */
  readonly path: readonly string[];
  /** Folders above that of the file which the path starts from; undefined when it starts elsewhere. */
  readonly up?: number;
  /** Names taken out of it. */
  readonly names: readonly ImportedName[];
  /** The name that the module itself goes by. */
  readonly alias?: string;
  /** Whether all that it defines can be named as it stands. */
  readonly isOpen: boolean;
}
