/**
 * Something open that several use at once, and that is closed when it is no longer handed out and the
 * last of them is done.
 */
export class SharedResource<Value extends Disposable> {
  readonly value: Value;
  #users = 0;
  #isRetired = false;

  constructor(value: Value) {
    this.value = value;
  }

  /** Returns what `work` returns; until then the value stays open. */
  async use<Result>(work: (value: Value) => Promise<Result>): Promise<Result> {
    this.#users++;
    try {
      return await work(this.value);
    } finally {
      this.#users--;
      this.#closeUnused();
    }
  }

  /** Closes the value as soon as nobody uses it: from now on nobody else will. */
  retire(): void {
    this.#isRetired = true;
    this.#closeUnused();
  }

  #closeUnused(): void {
    if (this.#isRetired && this.#users === 0) this.value[Symbol.dispose]();
  }
}

/** Has what is done for one session be done one after another, so that each knows what the last gave. */
export class SessionQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Returns what `work` returns, begun when what was asked for the session before is done. */
  async run<Result>(session: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(session);
    const turn = before === undefined ? work() : before.then(work, work);
    this.#last.set(session, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(session) === turn) this.#last.delete(session);
    }
  }
}
