/**
 * One run at a time, for all who ask: whoever asks while one goes on shares the next, as the running one
 * may have looked at a file before it was changed.
 */
export class SharedRun<Wish, Report> {
  readonly #run: (wishes: readonly Wish[]) => Promise<Report>;
  #last: Promise<unknown> = Promise.resolve();
  #next: { readonly wishes: Wish[]; readonly report: Promise<Report> } | undefined;
  #isRunning = false;

  /** @param run Does the work for all who share it; never called while it works. */
  constructor(run: (wishes: readonly Wish[]) => Promise<Report>) {
    this.#run = run;
  }

  /** Whether a run goes on. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Returns what a run has done that began after the call. */
  ask(wish: Wish): Promise<Report> {
    const { wishes, report } = this.#next ??= this.#plan();
    wishes.push(wish);
    return report;
  }

  #plan() {
    const wishes: Wish[] = [];
    const start = async () => {
      this.#next = undefined;
      this.#isRunning = true;
      try {
        return await this.#run(wishes);
      } finally {
        this.#isRunning = false;
      }
    };
    const report = this.#last.then(start, start);
    this.#last = report;
    return { wishes, report };
  }
}
