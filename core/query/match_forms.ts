/** A place in a file that a text names. */
export interface NamedPlace {
  /** The file as printed; absent when the text has it elsewhere. */
  readonly path?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based last line of a range. */
  readonly endLine?: number;
  /** 1-based. */
  readonly column?: number;
}

/** What the named groups of a pattern matched. */
export type Groups = Readonly<Record<string, string | undefined>>;

/** Returns the groups of the first pattern that a line matches, or undefined. */
export function matchForms(forms: readonly RegExp[], line: string): Groups | undefined {
  for (const form of forms) {
    const groups = form.exec(line)?.groups;
    if (groups !== undefined) return groups;
  }
  return undefined;
}

/** Returns the place that groups with the names of its fields matched. */
export function toPlace({ path, line, endLine, column }: Groups): NamedPlace {
  return {
    ...(path !== undefined && { path: path.replace(/^file:\/\//, "") }),
    ...(line !== undefined && { line: Number(line) }),
    ...(endLine !== undefined && { endLine: Number(endLine) }),
    ...(column !== undefined && { column: Number(column) }),
  };
}
