import type { FileLines, Location } from "@dossier/core";

/**
 * Returns parts of a bundle or a record, each with the fields of its location added.
 *
 * @throws {TypeError} For a part that is not lines of a file.
 */
export function linesOf<Part extends { readonly location?: FileLines | Location }>(
  parts: readonly Part[],
): readonly (Part & NonNullable<Part["location"]>)[] {
  return parts.map((part) => {
    if (part.location === undefined) throw new TypeError(`Not lines of a file: ${part}`);
    return { ...part, ...part.location };
  });
}
