/**
 * Returns what tells the file or folder at a path apart from another that takes its place; undefined when
 * there is none.
 */
export function fileIdentity(path: string): string | undefined {
  try {
    const { dev, ino } = Deno.statSync(path);
    return `${dev}.${ino}`;
  } catch {
    return undefined;
  }
}
