/** Names of files, without extension, that represent their folder. */
const FOLDER_FILE_REGEXP = /^(?:__init__|index|mod|lib|main|init|package|default)$/;

const NAME_SEPARATOR_REGEXP = /[_\-\s]/g;

/**
 * Returns the normalised name of a file, followed by the name of its folder when the file
 * represents the folder: `django/forms/__init__.py` yields `init` and `forms`.
 *
 * @param path Path with `/`.
 */
export function fileKeys(path: string): readonly string[] {
  const nameStart = path.lastIndexOf("/") + 1;
  const stem = stemOf(path.slice(nameStart));
  if (nameStart === 0 || !isFolderStem(stem)) return [normaliseName(stem)];
  const folderEnd = nameStart - 1;
  const folder = path.slice(path.lastIndexOf("/", folderEnd - 1) + 1, folderEnd);
  return [normaliseName(stem), normaliseName(folder)];
}

/** Returns true when a file with this name, without its extension, represents its folder. */
export function isFolderStem(stem: string): boolean {
  return FOLDER_FILE_REGEXP.test(stem);
}

/** Returns the name of a file without its last extension; `.gitignore` has no extension. */
export function stemOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/**
 * Returns a name in lower case without separators, in Unicode form C: `ActiveRecord` and
 * `active_record` yield the same.
 */
export function normaliseName(name: string): string {
  return name.replaceAll(NAME_SEPARATOR_REGEXP, "").toLowerCase().normalize();
}

/**
 * Returns the name of a file without its extension, or the name of its folder when the file
 * represents the folder.
 */
export function slugOf(path: string): string {
  const segments = path.split("/");
  const stem = stemOf(segments.at(-1)!);
  return fileKeys(path).length > 1 ? segments.at(-2)! : stem;
}
