import { findCodeSpans } from "@dossier/core/code-spans";
import { blankCode, listProse } from "./markdown_rows.ts";

/** A file or folder that a text names. */
export interface NamedPath {
  /** As it is written, without what stands behind it, such as `#L10`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** `link` leads somewhere, from the folder of its text; `code` only looks like a path. */
  readonly form: "link" | "code";
  /** Whether its line says that it is there, and not that it is to be or may be. */
  readonly isStated: boolean;
}

const LINK_REGEXP = /\]\(\s*<?([^()\s<>]+(?:\([^()\s<>]*\)[^()\s<>]*)?)>?(?:\s+"[^"]*")?\s*\)/g;
const SCHEME_REGEXP = /^(?:[a-z][a-z\d+.-]*:|\/\/|#|mailto)/i;
const ANCHOR_REGEXP = /(?:[?#].*|:\d+(?:[-:]\d+)?)$/;

/** Names with slashes between and an ending, or a slash behind: no package, no route and no pattern. */
const PATH_REGEXP = /^(?:\.{1,2}\/)*(?:[\w.+-]+\/)+(?:[\w.+-]*\.[A-Za-z]\w{0,9})?$/;

/** Names that stand for any other. */
const PLACEHOLDERS = String.raw`x{2,}|y{2,}|foo\w*|bar|baz|your\w*|my\w*|example\w*|path|to` +
  String.raw`|some\w*|n{2,}|name|id`;
const PLACEHOLDER_REGEXP = new RegExp(`(?:^|[/_.-])(?:${PLACEHOLDERS})(?:[/_.-]|$)`, "i");

/** What a line says of a path that is not there, or not meant. */
const UNTRUE = "removed?|deleted?|no longer|legacy|formerly|old|deprecated|renamed?|moved?" +
  String.raw`|replac\w+|instead of|never|not|don't`;
const UNTRUE_REGEXP = new RegExp(String.raw`\b(?:${UNTRUE})\b`, "i");

/** What a line says of a path that is to be there, or may be. */
const WISHED = String.raw`examples?|samples?|new|add\w*|would|could|if|when|optional\w*|may|might` +
  String.raw`|should|put|place|write|name|creat\w+|generat\w+|outputs?|temporary|migrat\w+`;
const WISHED_REGEXP = new RegExp(String.raw`\b(?:${WISHED})\b`, "i");

/**
 * Returns the files and folders that a Markdown text names in links and in code spans. Of code spans only those are
 * there that say that something is, not that it was, is to be made or may be.
 */
export function findNamedPaths(text: string): readonly NamedPath[] {
  return listProse(text).flatMap(({ line, text: row }) => {
    // Names of files say nothing.
    const said = blankCode(row);
    const isStated = !WISHED_REGEXP.test(said);
    return [
      ...[...said.matchAll(LINK_REGEXP)]
        .flatMap(([, target = ""]) => {
          const path = readLink(target);
          return path === "" ? [] : [{ path, line, form: "link" as const, isStated }];
        }),
      ...(UNTRUE_REGEXP.test(said) ? [] : findCodeSpans(row, 0)).flatMap(({ start, end }) => {
        const path = row.slice(start, end).trim().replace(ANCHOR_REGEXP, "");
        const isPath = PATH_REGEXP.test(path) && !PLACEHOLDER_REGEXP.test(path);
        return isPath ? [{ path, line, form: "code" as const, isStated }] : [];
      }),
    ];
  });
}

/** Returns the path of a link; empty for an address, an anchor and a template. */
function readLink(target: string): string {
  if (SCHEME_REGEXP.test(target) || /[{}$*|]|\.\.\./.test(target)) return "";
  const path = target.replace(ANCHOR_REGEXP, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
