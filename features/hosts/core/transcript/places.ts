/** Finds the files of a session. */
export interface Places {
  /** Absolute path that the paths of files are relative to. */
  readonly root: string;
  /** Returns where a path leads from the folder of the session: see `FileTouch`. */
  readonly locate: (path: string) => string;
}

const DRIVE_REGEXP = /^[A-Za-z]:[\\/]/;

/**
 * Returns how paths are read that are written in a folder.
 *
 * @param folder Absolute path, of Windows as well.
 * @param root What paths are to be relative to, if the folder lies in it. @default the folder
 */
export function openPlaces(folder: string, root: string = folder): Places {
  const isWindows = DRIVE_REGEXP.test(folder);
  const slash = (path: string) => isWindows ? path.replaceAll("\\", "/") : path;
  const start = normalise(slash(folder));
  const wanted = normalise(slash(root));
  const base = isBelow(start, wanted) ? wanted : start;
  return {
    root: base,
    locate: (written) => {
      const path = slash(written);
      const isAbsolute = path.startsWith("/") || path.startsWith("~") || DRIVE_REGEXP.test(path);
      const whole = normalise(isAbsolute ? path : `${start}/${path}`);
      if (whole === base) return ".";
      return isBelow(whole, base) ? whole.slice(base === "/" ? 1 : base.length + 1) : whole;
    },
  };
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

/** Returns a path without `.`, `..` and empty parts. */
function normalise(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return (path.startsWith("/") ? "/" : "") + parts.join("/");
}
