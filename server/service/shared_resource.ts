/**
 * Resource that several callers use at once. It is closed when it is retired and its last use has
 * ended.
 */
export class SharedResource<Value extends Disposable> {
  readonly value: Value;
  #users = 0;
  #isRetired = false;

  constructor(value: Value) {
    this.value = value;
  }

  /** Returns the result of `work`. The value stays open until then. */
  async use<Result>(work: (value: Value) => Promise<Result>): Promise<Result> {
    this.#users++;
    try {
      return await work(this.value);
    } finally {
      this.#users--;
      this.#closeUnused();
    }
  }

  /** Closes the value as soon as its last use has ended. It must not be used again. */
  retire(): void {
    this.#isRetired = true;
    this.#closeUnused();
  }

  #closeUnused(): void {
    if (this.#isRetired && this.#users === 0) this.value[Symbol.dispose]();
  }
}

/**
 * Runs the work for one session one after another, so that each delivery knows the previous one.
 */
export class SessionQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Returns the result of `work`, which begins after the previous work for the session. */
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
