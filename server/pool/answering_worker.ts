/**
 * A thread that answers calls of a `Service` from indexes that another thread keeps up to date.
 *
 * @module
 */

import type { RefreshReport } from "@dossier/retrieval";
import { openLocalService, type ServedRoot, type Service } from "../service/mod.ts";
import { insideSpan, type TraceCarrier, withSpan } from "../trace/mod.ts";
import { serveThread } from "./serve_thread.ts";

/** What the thread is opened with. */
export interface AnsweringSettings {
  /** The trees. */
  readonly roots: readonly ServedRoot[];
  /** Whether they may be what is refused otherwise. */
  readonly anyRoot: boolean | undefined;
  /** The user's cache folder. */
  readonly cache: string | undefined;
}

/** A method of a service that an answering thread may be asked. */
export type AnsweringMethod = Exclude<
  keyof Service,
  "roots" | "readiness" | "index" | typeof Symbol.asyncDispose
>;

/** What the thread is asked; one call at a time. */
export interface AnsweringRequest {
  /** What the method takes. */
  readonly request: unknown;
  /** What the refresh before this answer did; absent where none was asked for. */
  readonly refreshed: RefreshReport | undefined;
  /** The span that the answer is part of. */
  readonly trace: TraceCarrier | undefined;
}

serveThread<AnsweringSettings>((settings) => {
  let refreshed: RefreshReport | undefined;
  const refresher = () =>
    refreshed === undefined
      ? Promise.reject(new Error("Cannot answer as nobody has refreshed the index"))
      : Promise.resolve(refreshed);
  const { roots, anyRoot, cache } = settings;
  const service = openLocalService(roots, { anyRoot, cache, refresher });
  return {
    call(method, message, { signal }) {
      const { request, refreshed: report, trace } = message as AnsweringRequest;
      refreshed = report;
      const answer = async () =>
        await service[method as AnsweringMethod](request as never, { signal });
      return insideSpan(trace, () => withSpan("answer", answer, { "dossier.method": method }));
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
});
