/**
 * One run at a time, for all who ask: whoever asks while one goes on shares the next, as the running one
 * may have looked at a file before it was changed.
 */
export class SharedRun<Request, Report> {
  readonly #run: (requests: readonly Request[]) => Promise<Report>;
  #last: Promise<unknown> = Promise.resolve();
  #next: { readonly requests: Request[]; readonly report: Promise<Report> } | undefined;
  #isRunning = false;

  /** @param run Does the work for all who share it; never called while it works. */
  constructor(run: (requests: readonly Request[]) => Promise<Report>) {
    this.#run = run;
  }

  /** Whether a run goes on. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Returns what a run has done that began after the call. */
  request(request: Request): Promise<Report> {
    const { requests, report } = this.#next ??= this.#plan();
    requests.push(request);
    return report;
  }

  #plan() {
    const requests: Request[] = [];
    const start = async () => {
      this.#next = undefined;
      this.#isRunning = true;
      try {
        return await this.#run(requests);
      } finally {
        this.#isRunning = false;
      }
    };
    const report = this.#last.then(start, start);
    this.#last = report;
    return { requests, report };
  }
}
