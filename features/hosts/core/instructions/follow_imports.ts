import { blankCode, listProse } from "./markdown_rows.ts";

/** A file that a text imports. */
interface WrittenImport {
  /** As hosts take it: all up to the next blank, without the `@`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

/** An import that is not followed. */
export interface RefusedImport extends WrittenImport {
  /** The file that it stands in. */
  readonly from: string;
  readonly reason: "depth" | "cycle" | "unread";
  /** Half a sentence. */
  readonly message: string;
}

/** `@path` at the beginning, behind white space or within emphasis; `a@b.c` is none. */
const IMPORT_REGEXP = /(?<=^|[\s*])@((?:\.{0,2}\/|~\/)?[\w.-][^\s`*]*)/g;

/** Returns the imports of a Markdown text, in order; in code there are none. */
export function findImports(text: string): readonly WrittenImport[] {
  if (!text.includes("@")) return [];
  return listProse(text).flatMap(({ line, text: row }) =>
    [...blankCode(row).matchAll(IMPORT_REGEXP)].map(([, path = ""]) => ({ path, line }))
  );
}

/** Returns whether a text says nothing but which files it imports. */
export function isOnlyImports(text: string): boolean {
  return findImports(text).length > 0 &&
    text.split("\n").every((line) => /^\s*(?:[-*]\s+)?(?:@\S+\s*)?$/.test(line));
}

/** What is followed: a file with a path that is its own. */
interface ImportingFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Returns what a file imports, and what that imports, in the order in which a reader comes to it; each file once.
 *
 * @param options.open Returns the file that an import means; half a sentence when it is not read; undefined when it
 * is no import at all, such as `@param`.
 * @param options.depth How many imports may lead to a file.
 */
export async function followImports<File extends ImportingFile>(
  start: File,
  { open, depth }: {
    readonly open: (written: string, from: File) => Promise<File | string | undefined>;
    readonly depth: number;
  },
): Promise<{ readonly files: readonly File[]; readonly refused: readonly RefusedImport[] }> {
  const files: File[] = [];
  const refused: RefusedImport[] = [];
  const seen = new Set<string>();
  const follow = async (from: File, above: readonly string[]) => {
    for (const { path, line } of findImports(from.text)) {
      const refuse = (reason: RefusedImport["reason"], message: string) =>
        refused.push({ path, line, from: from.path, reason, message });
      const file = await open(path, from);
      if (file === undefined) continue;
      if (typeof file === "string") refuse("unread", file);
      else if (above.includes(file.path)) {
        refuse("cycle", "it is one of the files that lead to this import");
      } else if (above.length > depth) {
        refuse("depth", `more than ${depth} imports lead to it`);
      } else if (!seen.has(file.path)) {
        seen.add(file.path);
        files.push(file);
        await follow(file, [...above, file.path]);
      }
    }
  };
  await follow(start, [start.path]);
  return { files, refused };
}
