import { isStopWord } from "../text/stop_words.ts";
import { measureUtf8 } from "../text/utf8.ts";
import { readUserWords } from "./hook_block.ts";

/** Bytes of UTF-8 of a prompt that may be too short to say what is wanted of the code: a script of few letters has more. */
const SHORT_PROMPT = 20;

/** Code units of a prompt that are looked at: a task is known by its beginning. */
const LOOKED_AT = 4000;

/** Words that say something about the code, from which on there is something to look for. */
const ENOUGH_WORDS = 2;

/** The same for what begins with an order to the machine, such as "run" or "commit". */
const ENOUGH_OF_ORDER = 5;

/** What a name of code says, in words. */
const NAME_WEIGHT = 2;

/** A command of the host, one of its shell, or a note to it: none is for the agent as it is. */
const HOST_COMMAND_REGEXP = /^(?:\/[a-z][\w:-]*(?=\s|$)|!|#(?!\d))/;

/** A path, a call, a member, or a name that is written as only code writes names. */
const NAME_REGEXP =
  /[\w.-]*\/[\w./-]*\w\.\w+|\b[\w-]+\.(?:[a-z]{1,4}|[jt]sx?)\b|\b\w+(?:\.\w+)*\(|\b[A-Za-z]\w*(?:\.|::)[A-Za-z]\w+|\b\w*[a-z\d][A-Z]\w*|\b[A-Za-z]+_\w+|--[a-z][\w-]+|`[^`\n]+`/g;

/** A line of a stack trace, or the end of one. */
const TRACE_REGEXP =
  /^\s*(?:at .+[:(]\d+|File ".+", line \d+|Traceback |panic: |goroutine \d+)|^\w*(?:Error|Exception)\b: ./m;

const WORD_REGEXP = /[\p{L}\p{N}]+/gu;

/** Words of those who talk to an agent about its work rather than about the code; also of other languages. */
const SMALL_TALK = words(`
  ok okay yes yep yeah no nope not sure fine good great nice cool perfect awesome excellent right correct
  exactly thanks thank thx cheers please sorry hello hi hey morning evening bye
  go ahead on continue proceed keep going carry resume stop wait pause finish finished done ready start again
  retry try once more time times now then later today yet still first second third last next previous other
  others another both all any every everything something anything nothing one two three step steps part
  let lets make made do did does want need know tell ask say said show give get got see look looks looking
  sound sounds works worked working work help job agree mind forget remember mean meant think thought like
  option options choice plan idea way question answer point thing things stuff rest
  change changed changes undo redo back before after instead else much many short shorter long longer
  simple simpler better best worse brief quick clear word words line language
  explain summarise summarize summary translate describe repeat check verify review confirm apply applied
  message description title use using used whole entire same different different new old
  up down out over off left here there when until while without with only just also too very
  danke bitte gut sieht aus weiter so ja nein merci oui non gracias bueno si perfecto vale por favor continua
  continue weitermachen super genau
`);

/** Words of the tools that work on the code, whatever the code is. */
const HOUSEKEEPING = words(`
  run rerun running test tests tested testing suite pass passes passed fail fails failed failing green red
  commit commits committed committing push pushed pull pulled stage staged stash rebase merge squash amend
  cherry pick revert reverted branch branches main master origin remote upstream tag tags release version
  diff status log git gh github pr prs request requests ci build builds compile install npm yarn pnpm pip cargo
  deno node make dependencies dependency package packages lint linter format formatter formatting prettier
  restart server dev reload clean cleanup temporary temp file files folder code checks verbose output
  bump deploy open close delete remove rename discard
`);

/** What an order to the machine begins with. */
const ORDERS = words(`
  run rerun commit push pull stage stash rebase squash amend revert undo restart install bump deploy lint
  checkout continue proceed
`);

/** What may stand before an order besides small talk. */
const POLITE = words("please can could would will you just and then");

/**
 * Returns whether what a user says to an agent calls for something of the code: a task, a question, an error, or a
 * name of the code; not "go on", nor what is for the host or for the tools around the code.
 *
 * @param hasIssue Whether it names an issue that there is.
 */
export function isWorthContext(prompt: string, { hasIssue = false } = {}): boolean {
  const text = readUserWords(prompt).slice(0, LOOKED_AT);
  if (HOST_COMMAND_REGEXP.test(text)) return false;
  if (hasIssue || TRACE_REGEXP.test(text)) return true;
  const names = new Set(text.match(NAME_REGEXP) ?? []);
  if (names.size === 0 && measureUtf8(text).bytes < SHORT_PROMPT) return false;
  const said = (text.replace(NAME_REGEXP, " ").match(WORD_REGEXP) ?? [])
    .map((word) => word.toLowerCase());
  const telling = new Set(said.filter((word) => !isEmptyWord(word)));
  const first = said.find((word) => ORDERS.has(word) || !SMALL_TALK.has(word) && !POLITE.has(word));
  const isOrder = first !== undefined && ORDERS.has(first);
  return telling.size + NAME_WEIGHT * names.size >= (isOrder ? ENOUGH_OF_ORDER : ENOUGH_WORDS);
}

function isEmptyWord(word: string): boolean {
  return /^[a-z\d]{1,2}$/.test(word) || isStopWord(word) || SMALL_TALK.has(word) ||
    HOUSEKEEPING.has(word);
}

/** Ids as trackers write them: `web-7`, `noface-hwk`, `bd-a1b2.3`. */
const ISSUE_ID_REGEXP = /(?<![\w/.-])[A-Za-z][A-Za-z\d_]*-[a-z\d]{1,8}(?:\.\d+)*(?![\w/-])/g;

/** Most ids that are looked for in the trackers of a tree. */
const MAX_IDS = 8;

/** Returns what may be ids of issues in a prompt, each once, in order; most words with a hyphen are none. */
export function findIssueIds(prompt: string): string[] {
  return [...new Set(readUserWords(prompt).slice(0, LOOKED_AT).match(ISSUE_ID_REGEXP) ?? [])].slice(
    0,
    MAX_IDS,
  );
}

/** Returns whether a prompt is worth context if there is an issue that it may name: only trackers can tell. */
export function mayBeWorthContext(prompt: string): boolean {
  return isWorthContext(prompt, { hasIssue: findIssueIds(prompt).length > 0 });
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
