/**
 * A thread that answers calls of a `Service` from indexes that another thread keeps up to date.
 *
 * @module
 */

import type { RefreshReport } from "@dossier/retrieval";
import type { RemoteCaller } from "@dossier/retrieval/operation";
import type { RootRequest } from "@dossier/retrieval/operations";
import { type LocalServiceOptions, openLocalService, type ServedRoot } from "../service/mod.ts";
import { insideSpan, type TraceCarrier, withSpan } from "../trace/mod.ts";
import { serveThread } from "@dossier/retrieval/threads";

/** The thread is opened with these; see `LocalServiceOptions`. */
export interface AnsweringSettings {
  readonly roots: readonly ServedRoot[];
  readonly anyRoot: boolean | undefined;
  readonly cache: string | undefined;
  readonly spaces: LocalServiceOptions["spaces"];
}

/** A call of a method; one at a time. */
export interface AnsweringRequest {
  readonly request: RootRequest;
  /** The reports of the refreshes before this answer, by the names of the roots; none where none was asked for. */
  readonly refreshed: ReadonlyMap<string, RefreshReport>;
  /** The span that the answer is part of. */
  readonly trace: TraceCarrier | undefined;
  /** Whose command it is; absent for what is none. */
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
      return insideSpan(trace, () => withSpan("answer", answer, { "dossier.method": method }));
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
});
