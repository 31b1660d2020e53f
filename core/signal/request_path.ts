/** The place of a target, judged by its text alone. */
export type RequestPath =
  | {
    readonly kind: "inside";
    /** Path relative to the root, with `/` and without `.` and `..`; empty for the root itself. */
    readonly path: string;
  }
  | { readonly kind: "outside" };

/** `https://…`, `file:///…` */
const ADDRESS_REGEXP = /^[a-z][a-z\d+.-]*:\/\//i;

/** `/etc`, `C:/work`, `~/notes`, `~user`, `$HOME/notes` */
const ABSOLUTE_REGEXP = /^(?:\/|[a-z]:(?:\/|$)|~|\$)/i;

/**
 * Returns the path that a target names, without a look at the disk: the look-up refuses links.
 *
 * An absolute path is inside when it starts with the root. A path that leaves the root on its way is
 * outside, even if it comes back.
 *
 * @param target With `/` separators; a backslash is part of a name.
 * @param root Absolute path of the root; without it every absolute path is outside.
 */
export function resolveRequestPath(target: string, root?: string): RequestPath {
  const relative = root === undefined ? undefined : belowRoot(target, root.replaceAll("\\", "/"));
  if (relative === undefined && (ABSOLUTE_REGEXP.test(target) || ADDRESS_REGEXP.test(target))) {
    return { kind: "outside" };
  }
  const parts: string[] = [];
  for (const part of (relative ?? target).split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return { kind: "outside" };
    } else if (part !== "" && part !== ".") parts.push(part);
  }
  return { kind: "inside", path: parts.join("/") };
}

function belowRoot(target: string, root: string): string | undefined {
  const folder = root.endsWith("/") ? root : `${root}/`;
  return `${target}/`.startsWith(folder) ? target.slice(folder.length) : undefined;
}
