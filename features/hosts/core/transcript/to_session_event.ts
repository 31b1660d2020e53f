import type { SessionEvent } from "@dossier/core/metrics";
import { omitUndefined } from "@dossier/core/omit-undefined";
import { takeUtf16Start } from "@dossier/core/utf8";
import { listSearchTerms } from "../host/read_search.ts";
import { readInputText, TOOL_TEXT_KEYS } from "../host/mod.ts";
import { readCallCommand } from "./host_tools.ts";
import type { TranscriptEvent } from "./transcript_event.ts";

/**
 * Maximum number of UTF-16 code units of a message that are stored: a longer one contains a file.
 */
const MAX_MESSAGE_LENGTH = 20_000;

/** Maximum number of code units of the start and of the end of an output or an input. */
const OUTPUT_START = 2000;
const OUTPUT_END = 4000;

/** Replaces the omitted middle of an output. */
const GAP = "\n…\n";

/**
 * Returns an event in the form for all hosts; undefined for context of dossier, instructions of the
 * host or the project, reasoning and usage.
 */
export function toSessionEvent(
  { kind, line, time, agent, text, callId, tool, touches, failed, input }: TranscriptEvent,
): SessionEvent | undefined {
  const place = { line, time, agent };
  switch (kind) {
    case "user":
    case "assistant":
    case "summary":
      return text.trim() === ""
        ? undefined
        : omitUndefined({ kind, ...place, text: takeUtf16Start(text, MAX_MESSAGE_LENGTH) });
    case "call": {
      const [name, fields] = [tool ?? "", input ?? {}];
      const terms = listSearchTerms({ name, input: fields });
      return omitUndefined({
        kind,
        ...place,
        text: shorten(readInputText(fields, ...TOOL_TEXT_KEYS) ?? text),
        callId,
        tool,
        touches,
        command: readCallCommand(name, fields),
        terms: terms.length === 0 ? undefined : terms,
      });
    }
    case "output":
      return omitUndefined({
        kind: "result" as const,
        ...place,
        text: shorten(text),
        callId,
        tool,
        touches,
        failed,
      });
    default:
      return undefined;
  }
}

/** Returns the start and the end of a long text, each in whole lines if possible. */
function shorten(text: string): string {
  if (text.length <= OUTPUT_START + OUTPUT_END + GAP.length) return text;
  const start = text.slice(0, OUTPUT_START);
  const end = text.slice(-OUTPUT_END);
  const lastBreak = start.lastIndexOf("\n");
  const firstBreak = end.indexOf("\n");
  return start.slice(0, lastBreak < 0 ? undefined : lastBreak) + GAP +
    end.slice(firstBreak < 0 ? 0 : firstBreak + 1);
}
