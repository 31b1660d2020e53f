/**
 * One run at a time for all callers. A caller during a run shares the next run, as the current one
 * may have read a file before it was changed.
 */
export class SharedRun<Request, Report> {
  readonly #run: (requests: readonly Request[]) => Promise<Report>;
  #last: Promise<unknown> = Promise.resolve();
  #next: { readonly requests: Request[]; readonly report: Promise<Report> } | undefined;
  #isRunning = false;

  /** @param run Does the work for all callers that share it. It is never called while it runs. */
  constructor(run: (requests: readonly Request[]) => Promise<Report>) {
    this.#run = run;
  }

  /** True while a run is going on. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Returns the result of a run that began after the call. */
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
