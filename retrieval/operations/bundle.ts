import type { Bundle, RenderFormat, TokenEstimatorName } from "@dossier/core";
import type { Engine } from "../engine.ts";
import {
  type EmittedEvent,
  type EncodedAnswer,
  type HttpAnswer,
  type HttpHeader,
  JSON_TYPE,
  MAX_SENT_TOKENS,
  type OperationCall,
  type Terminal,
  type ToolAnswer,
  type ToolCall,
} from "../operation/mod.ts";
import { LOG_PROBLEMS } from "./problems.ts";

/** Bundle with its text in the requested format. */
export interface RenderedBundle {
  readonly bundle: Bundle;
  /** Text, whose cost is `budget.used`, except for JSON. */
  readonly text: string;
}

/** Options for the budget and the format of a bundle. */
export interface BundleFormatRequest {
  readonly budget?: number | undefined;
  readonly maxSent?: number | undefined;
  readonly numbers?: boolean | undefined;
  readonly estimator?: TokenEstimatorName | undefined;
  readonly format?: RenderFormat | undefined;
  readonly session?: string | undefined;
  readonly record?: boolean | undefined;
}

/** Answers with bundles over HTTP. */
export const BUNDLE_ANSWERS: readonly HttpAnswer[] = [
  { type: JSON_TYPE, schema: "Bundle" },
  { type: "text/markdown" },
  { type: "application/xml" },
];

/** Headers with figures that the text does not contain. */
export const BUNDLE_HEADERS: readonly HttpHeader[] = [
  {
    name: "Dossier-Hash",
    summary: "The hash of the bundle",
    isRequired: true,
    schema: { type: "string", pattern: "^[0-9a-f]{64}$" },
  },
  {
    name: "Dossier-Record",
    summary: "ID of its record, if one is kept",
    isRequired: false,
    schema: { type: "integer", minimum: 1 },
  },
];

/** Problems of all bundles. */
export const BUNDLE_PROBLEMS: readonly string[] = [
  ...LOG_PROBLEMS,
  ...["not-acceptable", "invalid-budget", "invalid-session", "invalid-prompt"],
];

/** Media types of formats. */
const FORMAT_TYPES: Readonly<Record<RenderFormat, string>> = {
  json: JSON_TYPE,
  markdown: "text/markdown; charset=utf-8",
  xml: "application/xml; charset=utf-8",
  prompt: "text/markdown; charset=utf-8",
};

/** Returns the HTTP body of a bundle. */
export function encodeBundle(
  { bundle, text }: RenderedBundle,
  { format = "json" }: BundleFormatRequest,
): EncodedAnswer {
  const headers: Record<string, string> = { "Dossier-Hash": bundle.hash, Vary: "Accept" };
  if (bundle.record !== undefined) headers["Dossier-Record"] = String(bundle.record);
  return { text, type: FORMAT_TYPES[format], headers };
}

/** Returns the options of an engine for the budget and the format of a bundle. */
export function toFormatOptions(
  { budget, maxSent, numbers, estimator = "piece", format = "json" }: BundleFormatRequest,
) {
  return { budget, maxSent, numbers, estimator, format };
}

/** Returns a bundle with its text. */
export async function renderBundle(
  bundle: Bundle,
  engine: Pick<Engine, "root">,
  { request, call: { runStep } }: {
    readonly request: BundleFormatRequest;
    readonly call: OperationCall;
  },
): Promise<RenderedBundle> {
  const { format, estimator, numbers } = toFormatOptions(request);
  const { openEstimator, openRenderer } = await import("../mod.ts");
  const renderer = await openRenderer(format, engine.root, { numbers });
  const estimate = await openEstimator(estimator);
  const render = () => Promise.try(() => renderer.render(bundle, estimate));
  return { bundle, text: await (runStep?.("render", render) ?? render()) };
}

/** Returns the printed bundle; reports its notes on the terminal. */
export function printBundle({ bundle, text }: RenderedBundle, terminal: Terminal): string {
  const { notes, omitted, fragments, outcomes = [], budget } = bundle;
  if (!isJson(terminal)) {
    for (const { message } of notes) terminal.report(message);
    const tooDear = omitted.filter(({ reason }) => reason === "budget");
    // A text of so few tokens has no space for the message.
    if (fragments.length === 0 && tooDear.length > 0) {
      terminal.report(
        `Nothing fits the budget of ${budget.limit} tokens, ` +
          `and ${tooDear.length} passages are omitted: raise --budget`,
      );
    }
  }
  if (text === "" && outcomes.length > 0) {
    terminal.report(
      `The outcomes of the requests do not fit the budget of ${budget.limit} tokens: ` +
        "raise --budget",
    );
  }
  return terminal.escape(text);
}

function isJson({ has, value }: Terminal): boolean {
  return has("json") || value("format") === "json";
}

/** Returns the number of the record of a bundle, if there is one. */
export function bundleRecordId({ bundle }: RenderedBundle): number | undefined {
  return bundle.record;
}

/** Maximum number of omissions in one event. */
const MAX_SKIPPED = 100;

/** Returns the events about a bundle; none for one that is not recorded. */
export function listBundleEvents(
  { bundle }: RenderedBundle,
  { session, record }: BundleFormatRequest,
): readonly EmittedEvent[] {
  if (record === false) return [];
  return [{
    kind: "context_injected",
    data: { ...(session === undefined ? {} : { session }), ...toEventFields(bundle) },
  }];
}

/** Returns a bundle in the fields of the events about composed messages. */
function toEventFields({ fragments, omitted, record }: Bundle) {
  const sourcesAt = (position: "before" | "after") =>
    fragments.filter((each) => each.position === position).map(({ source }) => source);
  const more = Math.max(omitted.length - MAX_SKIPPED, 0);
  return {
    ...(record === undefined ? {} : { record }),
    before: sourcesAt("before"),
    after: sourcesAt("after"),
    blocks: fragments.map(({ source: id, position, text, tokens }) => ({
      id,
      position,
      tokens,
      chars: countChars(text),
      source: "bundle",
    })),
    skipped: omitted.slice(0, MAX_SKIPPED).map(({ source: id, reason }) => ({ id, reason })),
    ...(more === 0 ? {} : { moreSkipped: more }),
  };
}

/** Returns the number of code points of a text. */
export function countChars(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/**
 * Default number of tokens of a bundle: repeats that of the engine, which must not be imported
 * here.
 */
export const DEFAULT_BUNDLE_TOKENS = 4000;

/**
 * Maximum number of tokens of a bundle for a model. Hosts warn at 10,000 of their tokens, which are
 * up to 1.4 times ours, and put the text into JSON.
 */
export const MAX_BUNDLE_TOKENS = 6000;

/** Number of tokens reserved for everything that is sent beside the text. */
export const RESERVED_TOKENS = 400;

/**
 * Returns the maximum number of tokens of the sent text of a bundle. It is packed within this
 * limit, so that nothing must be cut later: the recorded text is the sent text.
 */
export async function maxSentTokens(call: ToolCall, named: string | undefined): Promise<number> {
  const { estimateMaxJsonTokens } = await import("@dossier/core/text");
  const { name: root } = call.findRoot(named);
  const longestUri = call.omittedUri({ root, id: Number.MAX_SAFE_INTEGER });
  return MAX_SENT_TOKENS - RESERVED_TOKENS - estimateMaxJsonTokens(longestUri);
}

/**
 * Returns the answer of a tool with the text of a bundle, links to its omissions, and its figures.
 */
export function toBundleAnswer(
  { bundle, text }: RenderedBundle,
  call: ToolCall,
  named: string | undefined,
): ToolAnswer {
  const { record: id, budget, fragments, omitted, signals, index } = bundle;
  const record = id === undefined ? undefined : { root: call.findRoot(named).name, id };
  const uri = record && call.recordUri(record);
  const omissions = record && omitted.length > 0 ? call.omittedUri(record) : undefined;
  const notices = [
    ...(omissions === undefined ? [] : [`Omitted ranges: read ${omissions}`]),
    ...(uri === undefined ? [] : [`To get this text again: read ${uri}`]),
    ...(index.stale ? ["The index may be behind the files"] : []),
  ];
  return {
    text,
    ...(notices.length > 0 && { notice: notices.join("\n") }),
    structured: {
      text,
      tokens: budget.used,
      fragments: fragments.length,
      omitted: omitted.length,
      ...(signals === undefined ? {} : { signals: signals.map(({ signal }) => signal).join(", ") }),
      stale: index.stale,
      ...(uri === undefined ? {} : { record: uri }),
      ...(omissions === undefined ? {} : { omissions }),
    },
  };
}
