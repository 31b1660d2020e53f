import { findHistoryState, type HistoryColumns, readHistoryColumn } from "../store/history.ts";
import type { Store } from "../store/open_store.ts";
import { MAX_COMMITS } from "../../../commits/mod.ts";

/**
 * When commits changed the documents of an index; it stands for one state of the history.
 *
 * Of commits that touch very many files, and of those without a subject, it knows which files they
 * touched last, and nothing else: they are renamings, reformattings and releases.
 */
export class ChangeHistory {
  /** When the newest commit was made, in seconds since 1970; undefined without a history. */
  readonly newest: number | undefined;
  /** Name of the newest commit; undefined without one. */
  readonly tip: string | undefined;
  readonly #isCut: boolean;
  readonly #changed: HistoryColumns["changed"];
  readonly #documents: HistoryColumns["documents"];
  readonly #starts: HistoryColumns["starts"];
  readonly #touched: HistoryColumns["touched"];
  readonly #times: HistoryColumns["times"];
  readonly #ids: HistoryColumns["ids"];

  /** Reads the history in an index. */
  constructor(store: Store) {
    const state = findHistoryState(store);
    const { commits = 0, newest, tip } = state ?? {};
    this.newest = commits === 0 ? undefined : newest;
    this.tip = commits === 0 ? undefined : tip;
    this.#changed = readHistoryColumn(store, "changed");
    this.#documents = readHistoryColumn(store, "documents");
    this.#starts = readHistoryColumn(store, "starts");
    this.#touched = readHistoryColumn(store, "touched");
    this.#times = readHistoryColumn(store, "times");
    this.#ids = readHistoryColumn(store, "ids");
    this.#isCut = commits >= MAX_COMMITS && this.#times.length > 0;
  }

  /**
   * Returns when a commit changed a document last, in seconds since 1970; undefined when none did. Where the
   * history goes on behind what was read, a document without a commit was changed before all of them.
   *
   * @param document Row number.
   */
  findLastChange(document: number): number | undefined {
    const file = this.#documents.indexOf(document);
    if (file !== -1) return this.#changed[file];
    return this.#isCut ? this.#times.reduce((oldest, time) => Math.min(oldest, time)) : undefined;
  }

  /**
   * Returns how many commits changed some documents after a time.
   *
   * @param documents Row numbers.
   * @param time In seconds since 1970.
   */
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

  /**
   * Returns the name of the first commit made at a time or after it, or of the newest where there is none: its
   * tree has what was there at that time, whatever other commits were made then.
   *
   * @param time In seconds since 1970.
   */
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
