import { escapeControls } from "@dossier/core/escape";
import { formatLocation } from "@dossier/core/fragment";
import { estimateMaxJsonTokens } from "@dossier/core/text";
import type { Injection, InjectionSummary, RestoredInjection } from "@dossier/retrieval";
import type { ResourceContent } from "@dossier/retrieval/operation";
import {
  MAX_SENT_TOKENS,
  type RequestField,
  type RequestOf,
  required,
  type ToolAnswer,
} from "@dossier/retrieval/operation";
import {
  FILE_PATH_FIELD,
  isReversed,
  REVERSED_LINES,
  ROOT_FIELD,
  sessionField,
} from "@dossier/retrieval/fields";
import { refuseRequest, type ServerError } from "../problem/mod.ts";
import { findServedRoot } from "../service/mod.ts";
import { fitLines } from "./fit_lines.ts";
import {
  type ContextTarget,
  contextUri,
  isResourceUri,
  logUri,
  omittedUri,
  parseResourceUri,
  recordUri,
  type ResourceTarget,
} from "./resource_uri.ts";
import { type McpCall, requestedSession } from "./tool.ts";

/** First or last line of a range. */
const LINE_FIELD: RequestField<number> = { kind: "integer", min: 1 };

/**
 * Maximum number of lines that are fetched for one answer: more than fit, even if they are short.
 */
const MAX_LINES = 3000;

/** Number of tokens that are reserved for line numbers and for the hint on how to continue. */
const OVERHEAD_TOKENS = 150;

/** Minimum token budget for the text. A long name does not reduce it further. */
const MIN_TEXT_TOKENS = 1000;

/** Media type of logs and records. */
export const MARKDOWN_TYPE = "text/markdown";

/** Media type of files, which may have any content. */
export const PLAIN_TYPE = "text/plain";

/** Media types of records that are not in Markdown, by their formats. */
const RECORD_TYPES: Readonly<Record<string, string>> = {
  json: "application/json",
  xml: "application/xml",
};

const FIELDS = {
  path: required({ ...FILE_PATH_FIELD, help: "Path relative to the root, or a URI" }),
  startLine: LINE_FIELD,
  // Number of the first UTF-16 code unit, 1-based.
  startColumn: { ...LINE_FIELD, help: "Column at which a line was cut" },
  endLine: { ...LINE_FIELD, help: "Inclusive" },
  root: ROOT_FIELD,
  session: sessionField("Who reads"),
};

type ReadInput = RequestOf<typeof FIELDS>;

/** Lines of a text, cut to what may be shown at once. */
interface ReadOutput {
  readonly name: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Number of lines of the whole text. */
  readonly lineCount: number;
  /** Position at which to continue. */
  readonly nextLine?: number;
  readonly nextColumn?: number;
  readonly text: string;
}

/** Tool that reads lines of a file, a record, a log or another resource of the protocol. */
export const READ_TOOL = {
  name: "read",
  description: "Reads lines of a file, or of what the URI of a resource or a result names. Use " +
    "it after search, and with startLine set to nextLine, and startColumn to nextColumn, to " +
    "continue where an answer ended.",
  fields: FIELDS,
  isReadOnly: true,
  async answer(request: ReadInput, _call: unknown, mcp: McpCall): Promise<ToolAnswer> {
    const { read } = await readTarget(request, mcp);
    const { name, startLine, endLine, lineCount, text } = read;
    const rest = formatContinuation(read);
    const head = `${escapeControls(name)}, lines ${startLine}-${endLine} of ${lineCount}`;
    return { text: `${head}${rest === undefined ? "" : `, ${rest}`}\n\n${text}`, structured: read };
  },
};

/**
 * Returns lines of a file, of a record, of its omissions, or of a log, and the media type of the
 * whole.
 *
 * @throws {ServerError} `invalid-request` for an unknown URI, for one of another root than the
 *   named one, and for impossible lines and columns.
 * @throws {ContextError} What the service throws.
 */
export async function readTarget(
  request: ReadInput,
  options: McpCall,
): Promise<{ readonly read: ReadOutput; readonly type: string; readonly meta?: object }> {
  const { path, root, startLine = 1, endLine = Infinity } = request;
  if (isReversed(request)) {
    throw refuseRequest(
      `Cannot read lines ${startLine}-${endLine} of "${path}": ${REVERSED_LINES}`,
    );
  }
  const target = isResourceUri(path) ? parseResourceUri(path) : undefined;
  if (isResourceUri(path) && target === undefined) throw refuseUri(path);
  if (target?.root !== undefined && root !== undefined && root !== target.root) {
    throw refuseRequest(
      `Cannot read "${path}" of the root "${root}" as the URI names another root: omit the root`,
    );
  }
  if (target !== undefined && target.kind !== "document") {
    const { name, text, type = MARKDOWN_TYPE, meta } = target.kind === "context"
      ? await readContext({ ...(root === undefined ? {} : { root }), ...target }, request, options)
      : await renderTarget(target, options);
    const lines = text.split("\n");
    if (startLine > lines.length) {
      throw refuseRequest(
        `Cannot read line ${startLine} of "${path}" as it has ${lines.length} lines`,
      );
    }
    const requestedLines = lines.slice(startLine - 1, endLine);
    const read = cutToLimit(requestedLines, request, { name, lineCount: lines.length });
    return { read, type, ...(meta === undefined ? {} : { meta }) };
  }
  const location = target ?? { ...(root === undefined ? {} : { root }), path };
  const { service, signal } = options;
  const file = await service.call(
    "read",
    {
      ...(location.root === undefined ? {} : { root: location.root }),
      path: location.path,
      startLine,
      endLine: Math.min(endLine, startLine + MAX_LINES - 1),
    },
    { signal },
  );
  // An empty file has no lines, but its text would split into one.
  const lines = file.endLine < file.startLine ? [] : file.text.split("\n");
  const { path: name, lineCount } = file;
  return { read: cutToLimit(lines, request, { name, lineCount }), type: PLAIN_TYPE };
}

/** Returns as many of the requested lines as may be sent. */
function cutToLimit(
  [first = "", ...others]: readonly string[],
  { path, startLine = 1, startColumn = 1, endLine = Infinity }: ReadInput,
  { name, lineCount }: Pick<ReadOutput, "name" | "lineCount">,
): ReadOutput {
  if (startColumn > Math.max(first.length, 1)) {
    throw refuseRequest(
      `Cannot read from column ${startColumn} of line ${startLine} of "${path}" ` +
        `as it has ${first.length} characters`,
    );
  }
  const lines = lineCount === 0 ? [] : [first.slice(startColumn - 1), ...others];
  const remaining = MAX_SENT_TOKENS - OVERHEAD_TOKENS - estimateMaxJsonTokens([path, name]);
  const { text, count, cutAt } = fitLines(lines, Math.max(remaining, MIN_TEXT_TOKENS));
  const last = startLine + count - 1;
  const more = cutAt !== undefined
    ? { nextLine: last, nextColumn: startColumn + cutAt }
    : last < Math.min(endLine, lineCount)
    ? { nextLine: last + 1 }
    : {};
  return { name, startLine, endLine: last, lineCount, ...more, text };
}

/**
 * Returns a hint on how to continue, as half a sentence; undefined when all requested lines are
 * included.
 */
export function formatContinuation(
  { nextLine, nextColumn }: Pick<ReadOutput, "nextLine" | "nextColumn">,
): string | undefined {
  if (nextLine === undefined) return undefined;
  const column = nextColumn === undefined ? "" : ` and startColumn ${nextColumn}`;
  return `continue with startLine ${nextLine}${column}`;
}

function refuseUri(uri: string): ServerError {
  return refuseRequest(
    `Cannot read "${uri}" as it is not a document, a log or a record: write dossier://document/ROOT/PATH, ` +
      "dossier://log/ROOT or dossier://log/ROOT/NUMBER, or a URI of the list of resources",
  );
}

/** Number of records that a log shows at once. */
const LISTED_RECORDS = 20;

/** Text with its metadata. */
interface RenderedTarget {
  /** URI of the text. */
  readonly name: string;
  readonly text: string;
  /** Media type. @default "text/markdown" */
  readonly type?: string | undefined;
  /** Further metadata for hosts. */
  readonly meta?: object;
}

/**
 * Returns a source of a manifest, and records that it was read.
 *
 * @throws {ContextError} What the service throws.
 */
async function readContext(
  { uri, root }: ContextTarget,
  { session: named }: ReadInput,
  { service, signal, sessionOf, context }: McpCall,
): Promise<RenderedTarget> {
  const { name } = findServedRoot(service.roots, root);
  const session = named ?? requestedSession(context) ?? sessionOf(name);
  const read = await service.call(
    "resource",
    { root: name, uri, ...(session === undefined ? {} : { session }) },
    { signal },
  ) as ResourceContent;
  return {
    name: contextUri({ uri: read.uri, ...(service.roots.length > 1 && { root: name }) }),
    text: read.text,
    type: read.mimeType,
    // These are the names that Blue uses.
    meta: {
      tokens: read.tokens,
      is_stale: read.isStale,
      refresh_policy: read.refreshPolicy,
      session_id: session ?? null,
      ...(read.notes.length > 0 && { notes: read.notes.map(({ message }) => message) }),
    },
  };
}

/**
 * Returns the text of a log, of a record, or of the omissions of a record.
 *
 * @throws {ContextError} What the service throws.
 */
async function renderTarget(
  target: Exclude<ResourceTarget, { readonly kind: "document" | "context" }>,
  { service, signal }: Pick<McpCall, "service" | "signal">,
): Promise<RenderedTarget> {
  const { root } = target;
  switch (target.kind) {
    case "log": {
      const before = target.before === undefined ? {} : { before: target.before };
      // One more record shows whether there are older ones.
      const request = { root, limit: LISTED_RECORDS + 1, ...before };
      const text = renderLog(await service.call("log", request, { signal }), root);
      return { name: logUri(root, target.before), text };
    }
    case "record": {
      const { id } = target;
      const restored = await service.call("recordText", { root, id }, { signal });
      const name = recordUri(target);
      if (!("text" in restored)) return { name, text: renderChanged(restored, target) };
      const { format } = await service.call("record", { root, id }, { signal });
      return { name, text: restored.text, type: RECORD_TYPES[format] };
    }
    case "omitted": {
      const record = await service.call("record", { root, id: target.id }, { signal });
      return { name: omittedUri(target), text: renderOmitted(record, root) };
    }
  }
}

function renderLog(records: readonly InjectionSummary[], root: string): string {
  const shown = records.slice(0, LISTED_RECORDS);
  const lines = shown.map(({ id, time, trigger, budget, fragments, subject }) =>
    escapeControls(
      `- ${recordUri({ root, id })} ${time} ${trigger}, ${budget.used} tokens, ` +
        `${fragments} passages: ${subject}`,
    )
  );
  const older = shown.length === records.length
    ? ""
    : `\n\nOlder: ${logUri(root, shown.at(-1)?.id)}`;
  const head = `# Log of ${escapeControls(root)}\n\nNewest first.\n`;
  return lines.length === 0
    ? `${head}\nNothing is recorded.`
    : `${head}\n${lines.join("\n")}${older}`;
}

function renderChanged(
  { changed }: Extract<RestoredInjection, { readonly changed: unknown }>,
  { root, id }: { readonly root: string; readonly id: number },
): string {
  const lines = changed.map(({ path, startLine, endLine, change }) => {
    const range = startLine === undefined ? "" : `:${startLine}-${endLine}`;
    return escapeControls(`- ${path}${range} ${change}`);
  });
  return `# Record ${id} of ${logUri(root)}\n\n` +
    `Its text cannot be restored, as the tree has changed:\n${lines.join("\n")}`;
}

function renderOmitted({ id, omitted }: Injection, root: string): string {
  const lines = omitted.map((omission) =>
    escapeControls(`- ${formatLocation(omission)} ${omission.reason}, ${omission.tokens} tokens`)
  );
  return `# Omitted from ${recordUri({ root, id })}\n\n` +
    (lines.length === 0 ? "Nothing." : `Best first.\n\n${lines.join("\n")}`);
}
