import type { RenderFormat, TokenEstimatorName } from "@dossier/core";
import type { Engine } from "@dossier/retrieval";
import type { ContextRequest, NeedRequest } from "../schema/mod.ts";
import { withSpan } from "../trace/mod.ts";
import type { RenderedBundle } from "./service.ts";

/** The requests that are answered with a bundle. */
type BundleRequest = ContextRequest | NeedRequest;

/** Returns what an engine gives for a question or an issue, and its text. */
export async function giveContext(
  engine: Engine,
  request: ContextRequest,
  signal: AbortSignal | undefined,
): Promise<RenderedBundle> {
  const { query, issue, filter, session, trigger, record, explain = false, disabled } = request;
  const { appetite, question, names, tiers, profile, inputs } = request;
  const options = {
    ...toBundleOptions(request),
    ...{ filter, session, trigger, record, explain, disabled, appetite, question, signal },
    ...{ names, tiers, profile, inputs },
  };
  if (issue === undefined) {
    return await renderBundle(await engine.context(query ?? "", options), { engine, ...options });
  }
  const { referencesOnly, retry } = request;
  const { issue: read, trackerPaths, notes } = await readIssue(engine, issue);
  const bundle = await engine.contextForIssue(read, {
    ...options,
    trackerPaths,
    notes,
    retry,
    settings: referencesOnly === undefined ? {} : { referencesOnly },
  });
  return await renderBundle(bundle, { engine, ...options });
}

/** Returns what an engine gives for the requests in an agent's text, and the text of that. */
export async function giveRequested(
  engine: Engine,
  request: NeedRequest,
  signal: AbortSignal | undefined,
): Promise<RenderedBundle> {
  const { text, session, round, mode, locks, trigger } = request;
  const options = toBundleOptions(request);
  const bundle = await engine.answerRequests(text, {
    ...options,
    ...{ session, round, locks, trigger, signal },
    settings: mode === undefined ? {} : { needMode: mode },
  });
  return await renderBundle(bundle, { engine, ...options });
}

function toBundleOptions(request: BundleRequest) {
  const { budget, maxSent, numbers, refresh, maxRefreshMs } = request;
  return {
    budget,
    maxSent,
    numbers,
    maxRefreshMs,
    ...(refresh === undefined ? {} : { refresh }),
    estimator: request.estimator ?? "piece" as TokenEstimatorName,
    format: request.format ?? "json" as RenderFormat,
  };
}

/** Returns an issue that is given as a record, or that a file of the tree holds. */
function readIssue(engine: Engine, issue: NonNullable<ContextRequest["issue"]>) {
  if (typeof issue === "string") return engine.readIssue(issue, { isConfined: true });
  const stdin = new Blob([JSON.stringify(issue)]).stream();
  return engine.readIssue("-", { stdin, stdinName: "the request", isConfined: true });
}

async function renderBundle(
  bundle: RenderedBundle["bundle"],
  { engine, format, numbers, estimator }: {
    readonly engine: Engine;
    readonly format: RenderFormat;
    readonly numbers: boolean | undefined;
    readonly estimator: TokenEstimatorName;
  },
): Promise<RenderedBundle> {
  const { openRenderer, openEstimator } = await import("@dossier/retrieval");
  const renderer = await openRenderer(format, engine.root, { numbers });
  const estimate = await openEstimator(estimator);
  const render = () => Promise.try(() => renderer.render(bundle, estimate));
  return { bundle, text: await withSpan("render", render) };
}
