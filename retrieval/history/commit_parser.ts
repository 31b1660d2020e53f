import type { Commit, FileChange } from "./commit.ts";

/** Starts the first field of a commit; no status of a file starts with it. */
const COMMIT_MARK = "\x01";

/** What the fields of {@link CommitParser} are asked from `git log` with; they end in NUL with `-z`. */
export const COMMIT_FORMAT = "--format=tformat:%x01%ct%x00%s";

/** Statuses of `git diff` that come with two paths: moved and copied. */
const TWO_PATHS_REGEXP = /^[RC]/;

/**
 * Reads the output of `git log -z --name-status` with {@link COMMIT_FORMAT}, piece by piece:
 *
 *     \x01 seconds NUL subject NUL \n status NUL path NUL status NUL path NUL … \x01 seconds NUL …
 *
 * A moved file has the status `R` with a number, and two paths.
 */
export class CommitParser {
  readonly #visit: (commit: Commit) => void;
  readonly #decoder = new TextDecoder();
  /** The start of a field that has not ended yet. */
  #rest = "";
  /** Fields of the commit that is being read. */
  #fields: string[] = [];

  /** Makes a parser that calls `visit` with each commit. */
  constructor(visit: (commit: Commit) => void) {
    this.#visit = visit;
  }

  /** Takes the next bytes of the output. */
  push(bytes: Uint8Array): void {
    const fields = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split("\0");
    this.#rest = fields.pop() ?? "";
    for (const field of fields) this.#take(field);
  }

  /** Ends the commit that was read last: no more bytes come. */
  finish(): void {
    this.#flush();
  }

  #take(field: string): void {
    // The subject, which may hold any character, comes right behind the mark and the time.
    if (field.startsWith(COMMIT_MARK) && this.#fields.length !== 1) this.#flush();
    this.#fields.push(field);
  }

  #flush(): void {
    const [time, subject, ...fields] = this.#fields;
    this.#fields = [];
    if (time === undefined || subject === undefined) return;
    this.#visit({ time: parseTime(time), subject, changes: parseChanges(fields) });
  }
}

function parseTime(field: string): number {
  const time = Number(field.slice(COMMIT_MARK.length));
  return Number.isFinite(time) ? time : 0;
}

function parseChanges(fields: readonly string[]): FileChange[] {
  const changes: FileChange[] = [];
  for (let i = 0; i < fields.length;) {
    const status = fields[i++]!.trimStart();
    const first = fields[i++];
    if (first === undefined) break;
    if (!TWO_PATHS_REGEXP.test(status)) {
      changes.push({ path: first, removed: status === "D" });
      continue;
    }
    const path = fields[i++];
    if (path === undefined) break;
    changes.push(
      status.startsWith("R") ? { path, from: first, removed: false } : {
        path,
        removed: false,
      },
    );
  }
  return changes;
}
