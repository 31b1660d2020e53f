import { findCodeSpans, isFileName } from "@dossier/core/query";

/** Mentions of code in the code spans of a document. */
export interface CodeMentions {
  /** Identifiers: the last name of each chain (`open` of `Store.open()`), each once. */
  readonly names: readonly string[];
  /** Paths of files, and of folders with a trailing slash, each once. */
  readonly paths: readonly string[];
}

/** Minimum length of a name: shorter ones are too likely to occur by chance. */
const MIN_LENGTH = 4;

/** Maximum length of a span: longer ones are code and not a name. */
const MAX_SPAN = 120;

/** Maximum number of mentions, because a reference of all options of a tool is very long. */
const MAX_MENTIONS = 100;

/** First name of a chain: `Queue`. */
const FIRST_NAME = String.raw`[\p{L}_][\p{L}\p{N}\p{M}_$]*`;

/** Further name of a chain: `.add`, `::new`, `->$items`. */
const NEXT_NAME = String.raw`(?:\?\.|\.|::|#|->)[\p{L}_$][\p{L}\p{N}\p{M}_$]*`;

/** Text after a chain: `!`, `/2`, `<string>`, `(a, b)`. */
const CHAIN_END = String.raw`(?:[!?]|\/\d{1,2})?(?:<[^<>]*>)?(?:\([^()]*\))?;?`;

/**
 * Chain of names and nothing else, with prefixes of languages before it, and arguments, type
 * arguments or an arity after it.
 */
const CHAIN_REGEXP = new RegExp(
  String.raw`^[@&*:$%]{0,2}(?<chain>${FIRST_NAME}(?:${NEXT_NAME})*)${CHAIN_END}$`,
  "u",
);
const SEPARATOR_REGEXP = /\?\.|\.|::|#|->/;

/** Path of this tree; other paths begin at the root or the home folder of a machine. */
const PATH_REGEXP =
  /^(?!\/|~|[A-Za-z]:)(?:\.{1,2}\/)*[\p{L}\p{N}_.@+-]+(?:\/[\p{L}\p{N}_.@+-]+)*\/?$/u;
const PLACE_REGEXP = /(?:[:#]L?\d+(?:[-:]L?\d+)*)$/;

/** Name that looks like a file but is more likely a member: `console.log`. */
const MEMBER_REGEXP = /^[^/]*\.(?:\w|log|sum|org|lock)$/;

const FENCE_REGEXP = /^[\s>]*(?<marks>`{3,}|~{3,})/;

/** Keywords and values that any code contains. */
const KEY_WORDS: ReadonlySet<string> = new Set(
  `abstract async await bool boolean break byte case catch char class const constructor continue
   debugger default defer delete deno docker double elif else elsif enum error exit export extends
   false final finally float foreach from func function https implements import include instanceof
   integer interface internal lambda long loop match mixed module move name namespace native never
   none null number object operator override package pass print private procedure protected public
   raise readonly require rescue return self short signed sizeof static string struct super switch
   template this throw throws trait true tuple type typedef typeof undefined union unless unsafe
   unsigned until using value virtual void volatile when where while with yield`.split(/\s+/),
);

/** Returns the identifiers and paths in the code spans of a document, in their order. */
export function listCodeMentions(text: string): CodeMentions {
  const names = new Set<string>();
  const paths = new Set<string>();
  for (const span of listSpans(text)) {
    if (names.size + paths.size >= MAX_MENTIONS) break;
    const path = readPath(span);
    const name = path === undefined ? readName(span) : undefined;
    if (path !== undefined) paths.add(path);
    if (name !== undefined) names.add(name);
  }
  return { names: [...names], paths: [...paths] };
}

function* listSpans(text: string): Generator<string> {
  let fence: string | undefined;
  for (const line of text.split("\n")) {
    const marks = FENCE_REGEXP.exec(line)?.groups?.["marks"];
    if (marks !== undefined && (fence === undefined || marks.startsWith(fence))) {
      fence = fence === undefined ? marks : undefined;
    } else if (fence === undefined) {
      for (const { start, end } of findCodeSpans(line, 0)) {
        if (end - start <= MAX_SPAN) yield line.slice(start, end).trim();
      }
    }
  }
}

function readPath(span: string): string | undefined {
  const path = span.replace(PLACE_REGEXP, "");
  if (!PATH_REGEXP.test(path) || path.length < MIN_LENGTH) return undefined;
  if (path.endsWith("/")) return path;
  const last = path.slice(path.lastIndexOf("/") + 1);
  return isFileName(last) && (path !== last || !MEMBER_REGEXP.test(path)) ? path : undefined;
}

function readName(span: string): string | undefined {
  const chain = CHAIN_REGEXP.exec(span)?.groups?.["chain"];
  const name = chain?.split(SEPARATOR_REGEXP).findLast((part) => part.length >= MIN_LENGTH);
  return name === undefined || KEY_WORDS.has(name.toLowerCase()) ? undefined : name;
}
