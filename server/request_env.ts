/** Who calls. */
export interface Caller {
  /** The address that the connection comes from: of a proxy, where there is one. */
  readonly address?: string | undefined;
}

/** What is known of a request while it is answered; Hono's environment of all routes. */
export interface RequestEnv {
  /** What the listener knows of the caller; empty for a request from the same process. */
  readonly Bindings: Caller;
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
