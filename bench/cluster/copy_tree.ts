import { extname, join } from "node:path";

/** Folders that are not copied. */
const SKIPPED: ReadonlySet<string> = new Set([".git", ".dossier", "node_modules"]);

/** Beginning of a comment line, by extension. Other files are copied unchanged. */
const COMMENTS: Readonly<Record<string, string>> = Object.fromEntries([
  ...[".ts", ".tsx", ".js", ".mjs", ".java", ".go", ".rs", ".c", ".h", ".cc", ".cpp", ".cs", ".kt"]
    .map((extension) => [extension, "//"]),
  ...[".py", ".rb", ".sh", ".yaml", ".yml", ".toml"].map((extension) => [extension, "#"]),
  [".md", "\nCopy"],
]);

/**
 * Copies a tree. In a copy beyond the first, each file ends with an additional line, so that none
 * of its content is in the cluster yet.
 *
 * @param options.copy 0 for the first.
 */
export function copyTree(
  source: string,
  target: string,
  { copy }: { readonly copy: number },
): void {
  Deno.mkdirSync(target, { recursive: true });
  for (const { name, isDirectory, isFile } of Deno.readDirSync(source)) {
    const from = join(source, name);
    const to = join(target, name);
    if (isDirectory && !SKIPPED.has(name)) copyTree(from, to, { copy });
    if (!isFile) continue;
    Deno.copyFileSync(from, to);
    const comment = COMMENTS[extname(name)];
    if (copy === 0 || comment === undefined) continue;
    Deno.writeTextFileSync(to, `\n${comment} ${copy}\n`, { append: true });
  }
}
