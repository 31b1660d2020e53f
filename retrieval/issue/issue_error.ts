import { RetrievalError } from "../machine/mod.ts";

/** Returns the error of an issue that can not be read, with the reason and the mend as half a sentence. */
export function issueError(name: string, reason: string, cause?: unknown): RetrievalError {
  return new RetrievalError("invalid-issue", `Cannot read the issue from ${name} as ${reason}`, {
    cause,
  });
}

/** Returns the same for an issue, or a file of issues, that does not exist. */
export function issueNotFound(name: string, reason: string, cause?: unknown): RetrievalError {
  return new RetrievalError("issue-not-found", `Cannot read the issue from ${name} as ${reason}`, {
    cause,
  });
}
