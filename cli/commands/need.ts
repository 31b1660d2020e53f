import type { RenderFormat, RequestMode, TokenEstimatorName } from "@dossier/core";
import type { RequestOptions } from "@dossier/retrieval";
import { type Invocation, UsageError } from "../arguments/command.ts";
import { parseWholeNumber } from "../arguments/parse_arguments.ts";
import { openInvokedEngine } from "../input/invoked_place.ts";
import { takeText } from "../input/read_input.ts";
import { withProgress } from "../terminal/progress.ts";
import { SUCCESS } from "../exit_code.ts";
import { printBundle } from "./context.ts";

/**
 * Prints the answer to the requests in an agent's text.
 *
 * @throws {UsageError} Without a session, and for a lock that does not name its holder, besides what the
 * arguments are refused for.
 */
export async function runNeed(invocation: Invocation): Promise<number> {
  const { value, has } = invocation;
  const session = value("session");
  if (session === undefined) {
    throw new UsageError("Cannot answer requests without a session: add --session ID");
  }
  const estimator = (value("estimator") ?? "piece") as TokenEstimatorName;
  const format = has("json") ? "json" : (value("format") ?? "markdown") as RenderFormat;
  const mode = value("mode") as RequestMode | undefined;
  const options: RequestOptions = {
    session,
    round: parseWholeNumber(value("round"), { name: "round", minimum: 1 }),
    budget: parseWholeNumber(value("budget"), { name: "budget", minimum: 0 }),
    maxRefreshMs: parseWholeNumber(value("max-refresh-ms"), { name: "max-refresh-ms", minimum: 0 }),
    refresh: !has("no-refresh"),
    trigger: value("trigger"),
    settings: mode === undefined ? {} : { needMode: mode },
    locks: parseLocks(invocation.values("lock")),
    estimator,
    format,
  };
  const text = await takeText(invocation, { what: "the text of the agent" });
  using engine = await openInvokedEngine(invocation);
  const answer = await withProgress((progress) =>
    engine.answerRequests(text, { ...options, ...progress })
  );
  await printBundle(answer, { engine, format, estimator });
  return SUCCESS;
}

function parseLocks(written: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(written.map((lock) => {
    const mark = lock.lastIndexOf("=");
    if (mark <= 0 || mark === lock.length - 1) {
      throw new UsageError(`Cannot take the lock "${lock}" as it must be PATH=HOLDER`);
    }
    return [lock.slice(0, mark), lock.slice(mark + 1)];
  }));
}
