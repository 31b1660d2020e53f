import type { CommitTimes } from "../../known_commits.ts";
import { type CommitColumns, findCommitsState, readCommitColumn } from "../store/commits.ts";
import type { Store } from "../store/open_store.ts";
import { MAX_COMMITS } from "../../../commits/mod.ts";

/**
 * When commits changed the documents of an index; it stands for one state of the index.
 *
 * Of commits that touch very many files, and of those without a subject, it knows which files they
 * touched last, and nothing else: they are renamings, reformattings and releases.
 */
export class LocalCommits implements CommitTimes {
  readonly newest: number | undefined;
  readonly tip: string | undefined;
  readonly #isCut: boolean;
  readonly #changed: CommitColumns["changed"];
  readonly #documents: CommitColumns["documents"];
  readonly #starts: CommitColumns["starts"];
  readonly #touched: CommitColumns["touched"];
  readonly #times: CommitColumns["times"];
  readonly #ids: CommitColumns["ids"];

  /** Reads the commits of an index. */
  constructor(store: Store) {
    const state = findCommitsState(store);
    const { commits = 0, newest, tip } = state ?? {};
    this.newest = commits === 0 ? undefined : newest;
    this.tip = commits === 0 ? undefined : tip;
    this.#changed = readCommitColumn(store, "changed");
    this.#documents = readCommitColumn(store, "documents");
    this.#starts = readCommitColumn(store, "starts");
    this.#touched = readCommitColumn(store, "touched");
    this.#times = readCommitColumn(store, "times");
    this.#ids = readCommitColumn(store, "ids");
    this.#isCut = commits >= MAX_COMMITS && this.#times.length > 0;
  }

  findLastChange(document: number): number | undefined {
    const file = this.#documents.indexOf(document);
    if (file !== -1) return this.#changed[file];
    return this.#isCut ? this.#times.reduce((oldest, time) => Math.min(oldest, time)) : undefined;
  }

  countSince(documents: readonly number[], time: number): number {
    const files = new Set(documents.map((id) => this.#documents.indexOf(id)));
    let count = 0;
    this.#times.forEach((made, commit) => {
      if (made <= time) return;
      const end = this.#starts[commit + 1] ?? this.#touched.length;
      for (let i = this.#starts[commit]!; i < end; i++) {
        if (!files.has(this.#touched[i]!)) continue;
        count++;
        break;
      }
    });
    return count;
  }

  findCommitFrom(time: number): string | undefined {
    const times = this.#times;
    if (times.length === 0) return undefined;
    let first = -1;
    let newest = 0;
    times.forEach((made, commit) => {
      if (made >= time && (first < 0 || made < times[first]!)) first = commit;
      if (made > times[newest]!) newest = commit;
    });
    const commit = first < 0 ? newest : first;
    const bytes = this.#ids.length / times.length;
    return this.#ids.subarray(commit * bytes, (commit + 1) * bytes).toHex();
  }
}
