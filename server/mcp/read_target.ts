import { countSent } from "@dossier/core/text";
import { ServerError } from "../problem/server_error.ts";
import { isReversed, REVERSED_LINES } from "../schema/read_request.ts";
import type { CallOptions, Service } from "../service/service.ts";
import { MAX_SENT_TOKENS } from "./max_sent_tokens.ts";
import { cutLines } from "./cut_lines.ts";
import { renderTarget } from "./render_target.ts";
import { isResourceUri, parseResourceUri } from "./resource_uri.ts";

/** Most lines that are fetched for one answer: more than fit it, even if they are short. */
const MAX_LINES = 3000;

/** Kept free for numbers, and for how to go on. */
const REST_TOKENS = 150;

/** Tokens of text that are sent whatever its name is. */
const MIN_TEXT_TOKENS = 1000;

/** What is to be read. */
export interface ReadTargetRequest {
  /** Tree of a path; a URI names its own. */
  readonly root?: string;
  /** Path relative to the tree, or a `dossier://` URI. */
  readonly path: string;
  /** First line, 1-based. @default 1 */
  readonly startLine?: number;
  /** First UTF-16 code unit of that line, 1-based, for a line that is too long for one answer. @default 1 */
  readonly startColumn?: number;
  /** Last line, 1-based and inclusive. @default the last */
  readonly endLine?: number;
}

/** What was read, as much of it as may be shown at once. */
export interface ReadText {
  /** What it is of: a path or a URI. */
  readonly name: string;
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /** Lines of the whole. */
  readonly lineCount: number;
  /** Line to go on with; absent when all that was asked for is given. */
  readonly nextLine?: number;
  /** Where in that line to go on; absent when it is at its start. */
  readonly nextColumn?: number;
  /** The lines joined by newlines. */
  readonly text: string;
}

/**
 * Returns lines of a file, of a record, of what that omitted, or of a log.
 *
 * @throws {ServerError} `invalid-request` for a URI that is none of ours or of another root than was
 * named, and for lines and columns that there can not be.
 * @throws {ContextError} What the service throws.
 */
export async function readTarget(
  request: ReadTargetRequest,
  options: CallOptions & { readonly service: Service },
): Promise<ReadText> {
  const { path, root, startLine = 1, endLine = Infinity } = request;
  if (isReversed(request)) {
    throw new ServerError(
      "invalid-request",
      `Cannot read lines ${startLine}-${endLine} of "${path}": ${REVERSED_LINES}`,
    );
  }
  const target = isResourceUri(path) ? parseResourceUri(path) : undefined;
  if (isResourceUri(path) && target === undefined) throw refuseUri(path);
  if (target !== undefined && root !== undefined && root !== target.root) {
    throw new ServerError(
      "invalid-request",
      `Cannot read "${path}" of the root "${root}" as it names another: leave out the root`,
    );
  }
  if (target !== undefined && target.kind !== "document") {
    const { name, text } = await renderTarget(target, options);
    const lines = text.split("\n");
    if (startLine > lines.length) {
      throw new ServerError(
        "invalid-request",
        `Cannot read line ${startLine} of "${path}" as it has ${lines.length} lines`,
      );
    }
    return cutText(lines.slice(startLine - 1, endLine), request, {
      name,
      lineCount: lines.length,
    });
  }
  const place = target ?? { ...(root === undefined ? {} : { root }), path };
  const { service, signal } = options;
  const file = await service.read(
    {
      ...(place.root === undefined ? {} : { root: place.root }),
      ...{ path: place.path, startLine, endLine: Math.min(endLine, startLine + MAX_LINES - 1) },
    },
    { signal },
  );
  // An empty file has no lines, but its text would split into one.
  const lines = file.endLine < file.startLine ? [] : file.text.split("\n");
  return cutText(lines, request, { name: file.path, lineCount: file.lineCount });
}

/** Returns as many of the lines that were asked for as may be sent. */
function cutText(
  [first = "", ...others]: readonly string[],
  { path, startLine = 1, startColumn = 1, endLine = Infinity }: ReadTargetRequest,
  { name, lineCount }: Pick<ReadText, "name" | "lineCount">,
): ReadText {
  if (startColumn > Math.max(first.length, 1)) {
    throw new ServerError(
      "invalid-request",
      `Cannot read from column ${startColumn} of line ${startLine} of "${path}" ` +
        `as it has ${first.length} characters`,
    );
  }
  const lines = lineCount === 0 ? [] : [first.slice(startColumn - 1), ...others];
  const free = MAX_SENT_TOKENS - REST_TOKENS - countSent([path, name]);
  const { text, count, cutAt } = cutLines(lines, Math.max(free, MIN_TEXT_TOKENS));
  const last = startLine + count - 1;
  const more = cutAt !== undefined
    ? { nextLine: last, nextColumn: startColumn + cutAt }
    : last < Math.min(endLine, lineCount)
    ? { nextLine: last + 1 }
    : {};
  return { name, startLine, endLine: last, lineCount, ...more, text };
}

/** Returns how to go on, as half a sentence; undefined when all that was asked for is given. */
export function describeRest(
  { nextLine, nextColumn }: Pick<ReadText, "nextLine" | "nextColumn">,
): string | undefined {
  if (nextLine === undefined) return undefined;
  const column = nextColumn === undefined ? "" : ` and startColumn ${nextColumn}`;
  return `go on with startLine ${nextLine}${column}`;
}

function refuseUri(uri: string): ServerError {
  return new ServerError(
    "invalid-request",
    `Cannot read "${uri}" as it is no document, log or record: ` +
      "write dossier://document/ROOT/PATH, dossier://log/ROOT or dossier://log/ROOT/NUMBER",
  );
}
