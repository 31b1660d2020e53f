import type { RecordSummary, RestoredRecord } from "@dossier/retrieval";
import { ServerError } from "../problem/server_error.ts";
import type { CallOptions, Service } from "../service/service.ts";
import { cutLines } from "./cut_lines.ts";
import { isResourceUri, logUri, parseResourceUri, recordUri } from "./resource_uri.ts";

/** Most lines that are fetched for one answer: more than fit it, even if they are short. */
const MAX_LINES = 3000;

/** Records that a log shows. */
const LISTED_RECORDS = 20;

// deno-lint-ignore no-control-regex -- control characters are what it is for
const CONTROL_REGEXP = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** What is to be read. */
export interface ReadTargetRequest {
  /** Tree of a path; a URI names its own. */
  readonly root?: string;
  /** Path relative to the tree, or a `dossier://` URI. */
  readonly path: string;
  /** First line, 1-based. @default 1 */
  readonly startLine?: number;
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
  /** The lines joined by newlines. */
  readonly text: string;
}

/**
 * Returns lines of a file, of a record or of a log.
 *
 * @throws {ServerError} `invalid-request` for a URI that is none of ours.
 * @throws {ContextError} What the service throws.
 */
export async function readTarget(
  request: ReadTargetRequest,
  { service, signal, maxTokens }: CallOptions & {
    readonly service: Service;
    /** Most tokens of the text. @default {@link MAX_READ_TOKENS} */
    readonly maxTokens?: number;
  },
): Promise<ReadText> {
  const { path, root, startLine = 1, endLine = Infinity } = request;
  const last = Math.min(endLine, startLine + MAX_LINES - 1);
  const target = isResourceUri(path) ? parseResourceUri(path) : undefined;
  if (isResourceUri(path) && target === undefined) throw refuseUri(path);
  if (target === undefined || target.kind === "document") {
    const place = target ?? { ...(root === undefined ? {} : { root }), path };
    const file = await service.read(
      { ...toRoot(place.root), path: place.path, startLine, endLine: last },
      { signal },
    );
    // An empty file has no lines, but its text would split into one.
    const lines = file.endLine < file.startLine ? [] : file.text.split("\n");
    return finish(lines, {
      ...{ request, maxTokens, startLine },
      name: file.path,
      lineCount: file.lineCount,
    });
  }
  const text = target.kind === "log"
    ? renderLog(await service.log({ root: target.root, limit: LISTED_RECORDS }, { signal }), target)
    : renderRestored(await service.renderRecord(target, { signal }), target);
  const lines = text.split("\n");
  if (startLine > lines.length) {
    throw new ServerError(
      "invalid-request",
      `Cannot read line ${startLine} of "${path}" as it has ${lines.length} lines`,
    );
  }
  const asked = lines.slice(startLine - 1, last);
  return finish(asked, {
    ...{ request, maxTokens, startLine },
    name: path,
    lineCount: lines.length,
  });
}

function finish(
  lines: readonly string[],
  { request: { endLine = Infinity }, maxTokens, name, startLine, lineCount }: {
    readonly request: ReadTargetRequest;
    readonly maxTokens: number | undefined;
    readonly name: string;
    readonly startLine: number;
    readonly lineCount: number;
  },
): ReadText {
  const { text, count } = cutLines(lines, maxTokens);
  const last = startLine + count - 1;
  const more = last < Math.min(endLine, lineCount) ? { nextLine: last + 1 } : {};
  return { name, startLine, endLine: last, lineCount, ...more, text };
}

function refuseUri(uri: string): ServerError {
  return new ServerError(
    "invalid-request",
    `Cannot read "${uri}" as it is no document, log or record: ` +
      "write dossier://document/ROOT/PATH, dossier://log/ROOT or dossier://log/ROOT/NUMBER",
  );
}

function toRoot(root: string | undefined): { readonly root?: string } {
  return root === undefined ? {} : { root };
}

function renderLog(
  records: readonly RecordSummary[],
  { root }: { readonly root: string },
): string {
  const lines = records.map(({ id, time, trigger, budget, passages, subject }) =>
    `- ${recordUri({ root, id })} ${time} ${trigger}, ${budget.used} tokens, ` +
    `${passages} passages: ${subject.replaceAll(CONTROL_REGEXP, " ")}`
  );
  const head = `# Log of ${root}\n\nNewest first.\n`;
  return lines.length === 0 ? `${head}\nNothing is recorded.` : `${head}\n${lines.join("\n")}`;
}

function renderRestored(
  restored: RestoredRecord,
  { root, id }: { readonly root: string; readonly id: number },
): string {
  if ("text" in restored) return restored.text;
  const lines = restored.changed.map(({ path, startLine, endLine, change }) => {
    const range = startLine === undefined ? "" : `:${startLine}-${endLine}`;
    return `- ${path.replaceAll(CONTROL_REGEXP, " ")}${range} ${change}`;
  });
  return `# Record ${id} of ${logUri(root)}\n\n` +
    `Its text can not be given again as it was, as the tree has changed:\n${lines.join("\n")}`;
}
