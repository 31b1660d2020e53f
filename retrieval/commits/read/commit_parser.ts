import type { Commit, FileChange } from "../history_source.ts";

/** Start of the first field of a commit. No file status starts with it. */
const COMMIT_MARK = "\x01";

/** Option of `git log` for the fields of {@link CommitParser}, which end in NUL with `-z`. */
export const COMMIT_FORMAT = "--format=tformat:%x01%ct %H%x00%s";

/**
 * Status of a renamed file, which has two paths. Only copies have two as well, and they are not
 * requested.
 */
const MOVED = "R";
const REMOVED = "D";

/** Commit that is being read. */
interface OpenCommit {
  readonly id: string;
  readonly time: number;
  subject: string;
  readonly changes: FileChange[];
}

/** Kind of the next field, unless it is the start of a commit or a status. */
type Expected = "subject" | "path" | "from";

/**
 * Reads the output of `git log -z --name-status` with {@link COMMIT_FORMAT}, piece by piece:
 *
 *     \x01 seconds SP id NUL subject NUL \n status NUL path NUL status NUL path NUL … \x01 seconds …
 *
 * A moved file has the status `R` with a number, and its earlier path before the later one. A subject
 * and a path may hold any character but NUL.
 */
export class CommitParser {
  readonly #visit: (commit: Commit) => void;
  readonly #decoder = new TextDecoder();
  /** Start of an incomplete field. */
  #rest = "";
  #commit: OpenCommit | undefined;
  #expected: Expected | undefined;
  #status = "";
  #from: string | undefined;

  constructor(visit: (commit: Commit) => void) {
    this.#visit = visit;
  }

  push(bytes: Uint8Array): void {
    const fields = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split("\0");
    this.#rest = fields.pop() ?? "";
    for (const field of fields) this.#readField(field);
  }

  /** Ends the last commit. No more bytes follow. */
  finish(): void {
    if (this.#commit !== undefined) this.#visit(this.#commit);
    this.#commit = undefined;
  }

  #readField(field: string): void {
    switch (this.#expected) {
      case "subject":
        this.#commit!.subject = field;
        this.#expected = undefined;
        break;
      case "from":
        this.#from = field;
        this.#expected = "path";
        break;
      case "path":
        this.#addChange(field);
        this.#expected = undefined;
        break;
      case undefined:
        if (field.startsWith(COMMIT_MARK)) this.#openCommit(field);
        else this.#readStatus(field.trimStart());
    }
  }

  #openCommit(field: string): void {
    this.finish();
    const [seconds, id = ""] = field.slice(COMMIT_MARK.length).split(" ");
    const time = Number(seconds);
    this.#commit = { id, time: Number.isFinite(time) ? time : 0, subject: "", changes: [] };
    this.#expected = "subject";
  }

  #readStatus(status: string): void {
    this.#status = status;
    this.#from = undefined;
    this.#expected = status.startsWith(MOVED) ? "from" : "path";
  }

  #addChange(path: string): void {
    const removed = this.#status === REMOVED;
    const from = this.#from;
    this.#commit?.changes.push(from === undefined ? { path, removed } : { path, from, removed });
  }
}
