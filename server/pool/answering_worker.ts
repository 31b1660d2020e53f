/**
 * Thread that answers calls of a `Service` from indexes that another thread keeps up to date.
 *
 * @module
 */

import type { RefreshReport } from "@dossier/retrieval";
import type { RemoteCaller } from "@dossier/retrieval/operation";
import type { RootRequest } from "@dossier/retrieval/operations";
import { type LocalServiceOptions, openLocalService, type ServedRoot } from "../service/mod.ts";
import { type TraceCarrier, withRemoteSpan, withSpan } from "../trace/mod.ts";
import { serveThread } from "@dossier/retrieval/threads";

/** Settings with which the thread is opened. See `LocalServiceOptions`. */
export interface AnsweringSettings {
  readonly roots: readonly ServedRoot[];
  readonly anyRoot: boolean | undefined;
  readonly cache: string | undefined;
  readonly spaces: LocalServiceOptions["spaces"];
}

/** Call of a method. The thread answers one at a time. */
export interface AnsweringRequest {
  readonly request: RootRequest;
  /**
   * Reports of the refreshes before this answer, by the names of the roots; empty when no refresh
   * was requested.
   */
  readonly refreshed: ReadonlyMap<string, RefreshReport>;
  /** Span that the answer is part of. */
  readonly trace: TraceCarrier | undefined;
  /** Caller whose command is answered; absent for other requests. */
  readonly caller?: RemoteCaller | undefined;
}

serveThread<AnsweringSettings>((settings) => {
  let refreshed: AnsweringRequest["refreshed"] = new Map();
  const openRefresher = (root: string) => () => {
    const report = refreshed.get(root);
    return report === undefined
      ? Promise.reject(new Error("Cannot answer as the index was not refreshed"))
      : Promise.resolve(report);
  };
  const { roots, ...options } = settings;
  const service = openLocalService(roots, { ...options, openRefresher });
  return {
    call(method, message, { signal, report: onProgress }) {
      const { request, refreshed: known, trace, caller } = message as AnsweringRequest;
      refreshed = known;
      const answer = async () =>
        await service.call(method, request, { signal, onProgress, caller });
      return withRemoteSpan(trace, () => withSpan("answer", answer, { "dossier.method": method }));
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
});
