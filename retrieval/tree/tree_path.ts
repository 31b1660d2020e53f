/**
 * Returns a written path relative to the root, with `/` and without `.`, `..` and empty parts;
 * undefined when it is outside of the root.
 *
 * @param root Real absolute path of the tree.
 */
export function toTreePath(written: string, root: string): string | undefined {
  const inner = withoutRoot(written, root);
  if (/^(?:[/\\]|~(?:[/\\]|$)|[A-Za-z]:[/\\])/.test(inner)) return undefined;
  return joinNames(inner.trim().split(/[/\\]+/));
}

/**
 * Returns a path like {@link toTreePath}, but with backslashes and surrounding white space as parts
 * of names.
 */
export function toLiteralPath(written: string, root: string): string | undefined {
  const inner = withoutRoot(written, root);
  return /^(?:\/|~(?:\/|$))/.test(inner) ? undefined : joinNames(inner.split("/"));
}

function withoutRoot(written: string, root: string): string {
  // With a slash appended, so that the root itself is recognized.
  return `${written}/`.startsWith(`${root}/`) ? written.slice(root.length + 1) : written;
}

function joinNames(parts: readonly string[]): string | undefined {
  const names: string[] = [];
  for (const part of parts) {
    if (part === "..") {
      if (names.pop() === undefined) return undefined;
    } else if (part !== "." && part !== "") names.push(part);
  }
  return names.join("/");
}
