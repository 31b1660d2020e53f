/** Result of the previous attempt. */
export interface Retry {
  /** Changes as a unified diff; absent when it made none. */
  readonly diff?: string;
  /** Problem: the output of a build, of tests, or of a review. */
  readonly error?: string;
}

/** Number of characters that are read from each end of an error. */
const ERROR_ENDS = 8000;

/** Maximum number of hunks of a diff that are read. */
const MAX_HUNKS = 50;

const FILE_REGEXP = /^\+\+\+ (?:"?b\/)?([^\t\n"]+)"?/;
const HUNK_REGEXP = /^@@ -\d+(?:,\d+)? \+(\d+)/;

/**
 * Returns the evidence of a failed attempt as text for a query: its error, and the locations that
 * its diff changed. The changed lines are omitted, as they would count like words of the task.
 */
export function retryEvidence({ diff = "", error = "" }: Retry): string {
  const isLong = error.length > 2 * ERROR_ENDS;
  const ends = isLong ? `${error.slice(0, ERROR_ENDS)}\n${error.slice(-ERROR_ENDS)}` : error;
  return [ends, ...listLocations(diff)].filter((part) => part !== "").join("\n");
}

function listLocations(diff: string): readonly string[] {
  const locations: string[] = [];
  let path: string | undefined;
  for (const line of diff.split(/\r?\n/)) {
    const file = FILE_REGEXP.exec(line)?.[1];
    if (file !== undefined) path = file === "/dev/null" ? undefined : file.trim();
    const start = HUNK_REGEXP.exec(line)?.[1];
    if (start === undefined || path === undefined) continue;
    locations.push(`${path}:${start}`);
    if (locations.length === MAX_HUNKS) break;
  }
  return locations;
}
