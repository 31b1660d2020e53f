/** Has what is done for one session be done one after another, so that each knows what the last gave. */
export class SessionTurns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Returns what `work` returns, begun when what was asked for the session before is done. */
  async take<Result>(session: string, work: () => Promise<Result>): Promise<Result> {
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
