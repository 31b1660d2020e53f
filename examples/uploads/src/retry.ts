/** How often an upload is tried, and how long to wait. */
export interface Patience {
  readonly attempts: number;
  readonly firstPauseMs: number;
}

export const DEFAULT_PATIENCE: Patience = { attempts: 5, firstPauseMs: 1000 };

/** Calls `send` until it succeeds. Throws when the last attempt failed too. */
export async function retryUpload<Result>(
  send: () => Promise<Result>,
  patience: Patience = DEFAULT_PATIENCE,
): Promise<Result> {
  let reason: unknown;
  for (let attempt = 1; attempt <= patience.attempts; attempt++) {
    try {
      return await send();
    } catch (error) {
      reason = error;
      await new Promise((done) => setTimeout(done, pauseAfter(attempt, patience)));
    }
  }
  throw new Error("Cannot upload the file as every attempt failed", { cause: reason });
}

/** Returns the pause after an attempt, in milliseconds. It doubles each time. */
export function pauseAfter(attempt: number, { firstPauseMs }: Patience): number {
  return firstPauseMs * 2 ** (attempt - 1);
}
