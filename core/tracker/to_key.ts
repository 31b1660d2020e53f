const SEPARATORS_REGEXP = /[_\-\s]+/g;

/** Returns a name in the form in which names are compared: `issue_type` and `issueType` are one. */
export function toKey(name: string): string {
  return name.toLowerCase().replaceAll(SEPARATORS_REGEXP, "");
}
