/** A link to a file, without title and with or without a part of it behind `#`. */
const LINK_REGEXP =
  /\]\(\s*<?(?<target>[^\s<>()#?]+)(?:#[^\s<>()]*)?>?(?:\s+["'][^"'\n]*["'])?\s*\)/g;
const ELSEWHERE_REGEXP = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;

/**
 * Returns the paths that the Markdown links of a document lead to, in order and each once, relative to the
 * root: what lies outside of it is left out.
 *
 * @param text The document.
 * @param path Where it is, relative to the root, with `/`.
 */
export function findRelativeLinks(text: string, path: string): readonly string[] {
  const found = new Set<string>();
  const folder = path.split("/").slice(0, -1);
  for (const { groups } of text.matchAll(LINK_REGEXP)) {
    const target = groups?.["target"] ?? "";
    if (ELSEWHERE_REGEXP.test(target)) continue;
    const resolved = resolve(target.startsWith("/") ? [] : folder, decode(target));
    if (resolved !== undefined) found.add(resolved);
  }
  return [...found];
}

function resolve(folder: readonly string[], target: string): string | undefined {
  const segments = [...folder];
  for (const segment of target.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.length === 0 ? undefined : segments.join("/");
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
