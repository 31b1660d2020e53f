import { escapeControls } from "@dossier/core/escape";
import type { InjectionRecord, RecordSummary, RestoredRecord } from "@dossier/retrieval";
import type { CallOptions, Service } from "../service/service.ts";
import { logUri, omittedUri, recordUri, type ResourceTarget } from "./resource_uri.ts";

/** Records that a log shows at once. */
const LISTED_RECORDS = 20;

/** What is not a file. */
type RecordedTarget = Exclude<ResourceTarget, { readonly kind: "document" }>;

/** A text that is made of what was recorded. */
export interface RenderedTarget {
  /** Its URI. */
  readonly name: string;
  /** The text. */
  readonly text: string;
}

/**
 * Returns the text of a log, of a record, or of what a record says was omitted.
 *
 * @throws {ContextError} What the service throws.
 */
export async function renderTarget(
  target: RecordedTarget,
  { service, signal }: CallOptions & { readonly service: Service },
): Promise<RenderedTarget> {
  const { root } = target;
  switch (target.kind) {
    case "log": {
      const before = target.before === undefined ? {} : { before: target.before };
      // One more, to know whether there are older ones.
      const request = { root, limit: LISTED_RECORDS + 1, ...before };
      const text = renderLog(await service.log(request, { signal }), root);
      return { name: logUri(root, target.before), text };
    }
    case "record": {
      const restored = await service.renderRecord({ root, id: target.id }, { signal });
      return { name: recordUri(target), text: renderRestored(restored, target) };
    }
    case "omitted": {
      const record = await service.record({ root, id: target.id }, { signal });
      return { name: omittedUri(target), text: renderOmitted(record, root) };
    }
  }
}

function renderLog(records: readonly RecordSummary[], root: string): string {
  const shown = records.slice(0, LISTED_RECORDS);
  const lines = shown.map(({ id, time, trigger, budget, passages, subject }) =>
    escapeControls(
      `- ${recordUri({ root, id })} ${time} ${trigger}, ${budget.used} tokens, ` +
        `${passages} passages: ${subject}`,
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

function renderRestored(
  restored: RestoredRecord,
  { root, id }: { readonly root: string; readonly id: number },
): string {
  if ("text" in restored) return restored.text;
  const lines = restored.changed.map(({ path, startLine, endLine, change }) => {
    const range = startLine === undefined ? "" : `:${startLine}-${endLine}`;
    return escapeControls(`- ${path}${range} ${change}`);
  });
  return `# Record ${id} of ${logUri(root)}\n\n` +
    `Its text can not be given again as it was, as the tree has changed:\n${lines.join("\n")}`;
}

function renderOmitted({ id, omitted }: InjectionRecord, root: string): string {
  const lines = omitted.map(({ path, startLine, endLine, tokens, reason }) =>
    escapeControls(`- ${path}:${startLine}-${endLine} ${reason}, ${tokens} tokens`)
  );
  return `# Omitted from ${recordUri({ root, id })}\n\n` +
    (lines.length === 0 ? "Nothing." : `Best first.\n\n${lines.join("\n")}`);
}
