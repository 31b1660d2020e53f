/** What is known of a request while it is answered; Hono's environment of all routes. */
export interface RequestEnv {
  /** Set by what stands before the routes. */
  readonly Variables: {
    /** Aborted when nobody waits for the answer any more. */
    readonly signal?: AbortSignal;
    /** What logs and problems call the request. */
    readonly requestId: string;
    /** Name of the tree that the request is about, for the log. */
    readonly root?: string | undefined;
  };
}
