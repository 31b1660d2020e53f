import { raw } from "../text/match_at.ts";

/**
 * Kind of the lines below a heading of an issue: the problem, the machine, or the template itself.
 */
export type SectionKind = "content" | "environment" | "template";

// The patterns of this file expect lower case. Case-insensitive patterns would take twice as long to
// compile, and each command-line answer waits for that.

/** Headings that trackers put into every issue. They state nothing about this one. */
const BOILERPLATE_HEADING_REGEXP = new RegExp(
  `^(?:${
    [
      "(?:bug |issue |feature |problem )?(?:description|summary|report|request|details?|overview|motivation|background|context)",
      "(?:a )?(?:clear and concise )?description of (?:the )?(?:bug|issue|problem|feature)",
      "describe the (?:bug|issue|problem|feature|solution you'?d like|solution|enhancement)",
      "describe alternatives you'?ve considered|alternatives(?: considered)?",
      "is your feature request related to a problem.{0,40}",
      "(?:steps? )?to reproduce(?: the (?:problem|issue|bug))?(?: .{0,20})?|reproduction(?: steps| link)?|steps(?: to reproduce.{0,30})?|repro(?: steps)?|reproducible example|how to reproduce.{0,20}|minimal.{0,30}example|mcve|mwe",
      "(?:what is |what's )?(?:the )?(?:expected|actual|current|observed|desired)(?: or desired)? (?:behaviou?r|results?|output|outcome)s?(?: is)?|expected|actual|actual vs\\.? expected",
      "what (?:did you|do you|happened|happens|went wrong|is happening|were you|should).{0,50}",
      "additional (?:context|info|information|notes|details)|other information|notes?|misc",
      "(?:full |complete )?(?:error|error messages?|stack ?traces?|tracebacks?|(?:relevant )?(?:log|logs|log output|console output)|exceptions?|output|results?)",
      "screenshots?|attachments?|screencast|videos?|code(?: sample| snippet| example)?|example(?: code)?|sample(?: code)?|use ?cases?",
      "possible (?:solution|fix|cause)s?|proposed (?:solution|fix|change)s?|proposal|solution|workaround|impact|severity|references?|related(?: issues?)?|links?|see also|tasks?|to ?do|acceptance criteria|implementation(?: plan| notes| details)?|testing|benefits|test plan|checklist",
    ].join("|")
  })\\s*[:?.]?$`,
);

/** Headings of sections that describe the reporter's machine. */
const ENVIRONMENT_HEADING_REGEXP = new RegExp(
  raw`^(?:(?:your |my |the )?(?:system |test |build |runtime |dev(?:elopment)? )?` +
    raw`(?:environment|env)(?: (?:info|information|details))?` +
    raw`|system(?: info(?:rmation)?| details)?|versions?(?: info(?:rmation)?| numbers?)?` +
    raw`|platform(?: details)?|(?:affected |package |software |library )?versions?` +
    raw`(?: of .{0,40})?|what version .{0,60}|what operating system .{0,60}` +
    raw`|which version .{0,60}|os(?: version)?|operating system|setup|configuration details` +
    raw`|device(?: info)?|browsers?|dependencies|installed packages|pip freeze` +
    raw`|output of .{0,60})\s*[:?.]?$`,
);

/** Headings of sections that hold only text of the template. */
const TEMPLATE_HEADING_REGEXP = new RegExp(
  raw`^(?:(?:pre-?flight |submission )?(?:checklist|checks|prerequisites|pre-?requisites)` +
    raw`|initial checks|before (?:submitting|you submit|reporting|opening).{0,40}` +
    raw`|code of conduct|are you willing to submit .{0,20}|validations?` +
    raw`|how to (?:fill|use) this .{0,30}|contribution|license)\s*[:?.]?$`,
);

/** Marks around a heading: `##`, `**…**`, a number, an emoji. */
const HEADING_MARK_REGEXP = /^[\s#*_=\d.)]*(?:[^\w\s"'`<([{]+\s*)?|[\s#*_=:]+$/g;

/** Returns the words of a heading without the marks of Markdown, reStructuredText and wikis. */
export function headingWords(line: string): string {
  if (line.length > MAX_TEMPLATE_LENGTH) return line;
  return line.replace(HEADING_MARK_REGEXP, "");
}

/**
 * Returns the kind of section that a boilerplate heading opens, or undefined for the author's own
 * words.
 *
 * @param words A line as {@link headingWords} returns it.
 */
export function classifyBoilerplateHeading(words: string): SectionKind | undefined {
  if (words === "" || words.length > MAX_HEADING_LENGTH) return undefined;
  const lower = words.toLowerCase();
  if (ENVIRONMENT_HEADING_REGEXP.test(lower)) return "environment";
  if (TEMPLATE_HEADING_REGEXP.test(lower)) return "template";
  return BOILERPLATE_HEADING_REGEXP.test(lower) ? "content" : undefined;
}

/** Maximum length of an unmarked line that counts as a heading, in UTF-16 code units. */
const MAX_HEADING_LENGTH = 80;

/** Lines written by a template, a tracker, a mail program or git. */
const TEMPLATE_LINE_REGEXP = new RegExp(
  [
    "^\\s*\\(last modified by [^)]*\\)\\s*$",
    "^\\s*[-*] \\[[ x]\\]\\s+(?:i|i've|i'm|i'd|my|this|yes|no|not|please|tick|check)\\b",
    "^\\s*(?:signed-off-by|co-authored-by|reviewed-by|acked-by|tested-by|reported-by|suggested-by|cc|change-id|piperorigin-revid|reviewed-on|cr-commit-position|bug|test|fixes|closes|resolves|refs?|see|ticket|issue|related|part of|git-svn-id|gitorigin-revid)\\s?:?\\s+(?:[\\w-]*#?\\d+|<?https?:\\S+|[^:<]{0,60}<[^>]+>|[\\w-]{20,})[\\s.,]*$",
    "^\\s*(?:best|kind|warm)? ?(?:regards|cheers|thanks?|thank you|thx|greetings|sincerely|hi|hello|hey|dear)(?: (?:all|there|everyone|team|in advance|again|guys|folks|you|so much|a lot|for .{0,40}))?\\s*[,.!:]*\\s*$",
    "^\\s*sent from my .{0,40}$",
    "^\\s*_?no response_?\\s*$",
    "^\\s*n/a\\s*$",
    "^\\s*(?:on|am) .{6,100}(?:wrote|schrieb|a écrit|writes):\\s*$",
    "^\\s*traceback \\(most recent call (?:last|first)\\):?\\s*$",
    "^\\s*(?:during handling of the above exception|the above exception was the direct cause).{0,60}$",
    "^\\s*(?:stack ?backtrace|stack ?trace|back ?trace|call stack|stack):\\s*$",
    "^\\s*goroutine \\d+ \\[[^\\]]*\\]:\\s*$",
    "^\\s*(?:system check identified|ran \\d+ tests? in|found \\d+ test|destroying test database|creating test database|performing system checks).{0,80}$",
    "^\\s*(?:tests?|test suites|snapshots|time|failures?|errors?|passed|failed)\\b[:\\s]+\\d+.{0,80}$",
    "^\\s*(?:note: run with .rust_backtrace|for more information about this error|some details are omitted|error: aborting due to|error: could not compile|npm err! a complete log|at process\\.processticksandrejections).{0,120}$",
    "^\\s*[\\[(]?(?:\\.{3}|…|snip|truncated|\\d+ (?:more|frames? (?:hidden|omitted)).{0,20})[\\])]?\\s*$",
    "^\\s*[=\\-_*#~+.<>|:^ ]{2,}$",
  ].join("|"),
);

/** Returns true when a line is part of a template, a trailer, a greeting or the frame of a log. */
export function isTemplateLine(line: string): boolean {
  return TEMPLATE_LINE_REGEXP.test(line.slice(0, MAX_TEMPLATE_LENGTH).toLowerCase());
}

/** Maximum length of a line's start that the patterns of templates read, in UTF-16 code units. */
const MAX_TEMPLATE_LENGTH = 200;

/** `Python: 3.8`, `OS - Ubuntu 22.04`, `| Node | v16.3 |`, `Windows 10; Python 3.10`. */
const ENVIRONMENT_LINE_REGEXP = new RegExp(
  raw`^[\s*|\-_${"`"}]*(?:(?:[\w.@/-]+ ){0,2}versions?|os|operating system|platform` +
    raw`|arch(?:itecture)?|browser|kernel|cpu|gpu|ram|memory|shell|terminal|node(?:\.?js)?` +
    raw`|npm|yarn|pnpm|deno|bun|python|pip|ruby|rails|php|go|rustc?|cargo|java|jdk|jvm` +
    raw`|gradle|maven|kotlin|xcode|swift|elixir|erlang|otp|zig|gcc|clang|cmake|ubuntu|debian` +
    raw`|fedora|centos|macos|mac os x|windows|linux|docker|django|numpy|typescript` +
    raw`|\.net(?: core)?|dotnet|chrome|firefox|safari|edge)\b[\s*${"`"}_]*` +
    raw`(?:[:|=-]|version|v?\d)[^.!?]{0,40}` +
    raw`(?:\d|linux|mac|win|x86|arm|ubuntu|chrome|firefox|safari|zsh|bash)[^!?]{0,80}$`,
);

/** Returns true when a line describes the reporter's machine and not the problem. */
export function isEnvironmentLine(line: string): boolean {
  return line.length <= MAX_TEMPLATE_LENGTH && ENVIRONMENT_LINE_REGEXP.test(line.toLowerCase());
}
