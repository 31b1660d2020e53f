/** Names of files that stand for their folder, without extension. */
const FOLDER_FILE_REGEXP = /^(?:__init__|index|mod|lib|main|init|package|default)$/;

const NAME_SEPARATOR_REGEXP = /[_\-\s]/g;

/**
 * Returns the normalised name of a file, and that of its folder when the file stands for the folder:
 * `django/forms/__init__.py` gives `init` and `forms`.
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

/** Returns whether a file whose name without extension is `stem` stands for its folder. */
export function isFolderStem(stem: string): boolean {
  return FOLDER_FILE_REGEXP.test(stem);
}

/** Returns the name of a file without its last extension; `.gitignore` is all stem. */
export function stemOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Returns a name without case and separators, in form C: `ActiveRecord` and `active_record` give the same. */
export function normaliseName(name: string): string {
  return name.replaceAll(NAME_SEPARATOR_REGEXP, "").toLowerCase().normalize();
}

/** Returns the name of a file without its extension, or of its folder when the file stands for it. */
export function slugOf(path: string): string {
  const segments = path.split("/");
  const stem = stemOf(segments.at(-1)!);
  return fileKeys(path).length > 1 ? segments.at(-2)! : stem;
}
