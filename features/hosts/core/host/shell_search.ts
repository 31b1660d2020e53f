/** The search of a shell command, in files or in their paths. */
export interface ShellSearch {
  /** `text`: regular expressions; `path`: globs, or parts of paths. */
  readonly kind: "text" | "path";
  readonly patterns: readonly string[];
  /** Searched paths in the notation of the command; empty for the folder that it runs in. */
  readonly paths: readonly string[];
  /** True when its output contains other lines than the matches. */
  readonly hasContext: boolean;
}

/** The relevant options of a program. */
interface OptionRules {
  /**
   * Letters whose value is the rest of the word or the next one, and long names whose value may be
   * the next word.
   */
  readonly valued: RegExp;
  /** Options with which the lines of the output are not the matches. */
  readonly counted: RegExp;
}

const GREP: OptionRules = {
  valued:
    /^(?:[efABCmdD]|regexp|include|exclude|exclude-dir|max-count|(?:after-|before-)?context)$/,
  counted: /^(?:[cqvLfzZ]|count|quiet|silent|invert-match|files-without-match|file|null)$/,
};
const RIPGREP: OptionRules = {
  valued: new RegExp(
    "^(?:[efABCmMgtTrEjd]|regexp|i?glob|type|type-not" +
      "|max-(?:count|depth|columns)|sortr?|(?:after-|before-)?context)$",
  ),
  counted:
    /^(?:[cqvf0]|count|count-matches|quiet|invert-match|files-without-match|file|null|json)$/,
};
const FD: OptionRules = {
  valued: /^(?:[edtESocj]|extension|(?:max-|min-)?depth|type|exclude|size|owner|color|threads)$/,
  counted: /^(?:[xXq0l]|exec|exec-batch|quiet|print0|list-details)$/,
};

/** Programs that search for a text, or `fd` for a path. */
const SEARCHERS: ReadonlyMap<string, OptionRules> = new Map([
  ...["grep", "egrep", "fgrep", "ggrep"].map((name) => [name, GREP] as const),
  ...["rg", "ag", "ack"].map((name) => [name, RIPGREP] as const),
  ...["fd", "fdfind"].map((name) => [name, FD] as const),
]);

const CONTEXT_REGEXP = /^(?:[ABC\d]|(?:after-|before-)?context)$/;
const PATTERN_REGEXP = /^(?:e|regexp)$/;
const GLOB_REGEXP = /^(?:g|i?glob)$/;

/** Programs that print nothing on success. */
const SILENT: ReadonlySet<string> = new Set(["cd", "pushd", "popd", "true", ":", "set", "export"]);

/** Programs in a pipe that print only lines of their input, and at least one when there are any. */
const FILTERS: ReadonlySet<string> = new Set(["head", "tail", "sort", "uniq", "cat", "less"]);

/** Options of `find` that select by name. */
const FIND_NAME_REGEXP = /^-i?(?:name|path|wholename|regex)$/;
const FIND_OTHER_REGEXP = /^-(?:exec|execdir|ok|okdir|delete|f?ls|f?print0|f?printf|quit)$/;

/**
 * Returns the search of a command, when its output lines are the matches, or the first of these;
 * undefined for all other commands.
 */
export function readShellSearch(command: string): ShellSearch | undefined {
  let folder: string | undefined;
  let found: ShellSearch | undefined;
  for (const pipeline of listPipelines(command)) {
    const [program = "", ...rest] = pipeline[0]!.words;
    if (pipeline.some(({ written }) => written.length > 0)) return undefined;
    if (program === "cd" && rest[0] !== undefined) folder = joinFolder(folder, rest[0]);
    if (SILENT.has(program)) continue;
    if (found !== undefined) return undefined;
    found = readPipeline(pipeline.map(({ words }) => words.filter((word) => !isShellDevice(word))));
    if (found === undefined) return undefined;
    const paths = found.paths.length === 0 ? ["."] : found.paths;
    found = { ...found, paths: paths.map((path) => joinFolder(folder, path)) };
  }
  return found;
}

function listPipelines(command: string): readonly ShellCommand[][] {
  const pipelines: ShellCommand[][] = [];
  for (const each of listShellCommands(command)) {
    if (each.isPiped && pipelines.length > 0) pipelines.at(-1)!.push(each);
    else pipelines.push([each]);
  }
  return pipelines;
}

/**
 * Returns the search of a pipeline: that of the first program, or one in the paths that it lists.
 */
function readPipeline(programs: readonly (readonly string[])[]): ShellSearch | undefined {
  const last = programs.findLastIndex((words) => !isFilter(words));
  const found = readProgram(programs[last] ?? []);
  if (last === 0 || found === undefined) return found;
  // `git ls-files | grep upload`, but not `cat log | grep upload`.
  const listed = last === 1 ? programs[0]! : [];
  const isList = listed[0] === "git" && listed[1] === "ls-files" ||
    listed[0] === "rg" && listed.includes("--files") ||
    listed[0] === "find" && readFind(listed.slice(1))?.patterns.length === 0;
  return isList && found.kind === "text" && found.paths.length === 0
    ? { ...found, kind: "path" }
    : undefined;
}

function isFilter(words: readonly string[]): boolean {
  return FILTERS.has(words[0] ?? "") || words[0] === "grep" && /^-[a-z]*v/.test(words[1] ?? "");
}

function readProgram(words: readonly string[]): ShellSearch | undefined {
  // `git grep` has the same syntax as `grep`.
  const [program = "", ...rest] = words[0] === "git" && words[1] === "grep"
    ? words.slice(1)
    : words;
  if (program === "find") return readFind(rest);
  const rules = SEARCHERS.get(program);
  if (rules === undefined) return undefined;
  const { options, operands } = readOptions(rest, rules);
  if (options.some(([name]) => rules.counted.test(name))) return undefined;
  const hasContext = options.some(([name]) => CONTEXT_REGEXP.test(name));
  const valuesOf = (names: RegExp) =>
    options.flatMap(([name, value]) => names.test(name) && value !== undefined ? [value] : []);
  if (rules === RIPGREP && options.some(([name]) => name === "files")) {
    const patterns = valuesOf(GLOB_REGEXP).filter((glob) => !glob.startsWith("!"));
    return { kind: "path", patterns, paths: operands, hasContext };
  }
  const given = rules === FD ? [] : valuesOf(PATTERN_REGEXP);
  const patterns = given.length > 0 ? given : operands.slice(0, 1);
  const paths = operands.slice(given.length > 0 ? 0 : 1);
  return { kind: rules === FD ? "path" : "text", patterns, paths, hasContext };
}

/** Returns the options of a program with their values, and its other words. */
function readOptions(words: readonly string[], { valued }: OptionRules): {
  readonly options: readonly (readonly [name: string, value?: string | undefined])[];
  readonly operands: readonly string[];
} {
  const options: [name: string, value?: string | undefined][] = [];
  const operands: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word === "--") {
      operands.push(...words.slice(at + 1));
      break;
    }
    const [, long, value] = /^--([\w-]+)(?:=([^]*))?$/.exec(word) ?? [];
    if (long !== undefined) {
      const isNext = value === undefined && valued.test(long);
      options.push([long, isNext ? words[++at] : value]);
    } else if (/^-\w/.test(word)) {
      for (let letter = 1; letter < word.length; letter++) {
        const name = word[letter]!;
        const rest = word.slice(letter + 1);
        options.push(valued.test(name) ? [name, rest === "" ? words[++at] : rest] : [name]);
        if (valued.test(name)) break;
      }
    } else operands.push(word);
  }
  return { options, operands };
}

function readFind(words: readonly string[]): ShellSearch | undefined {
  if (words.some((word) => FIND_OTHER_REGEXP.test(word))) return undefined;
  const first = words.findIndex((word) => /^[-!(]/.test(word));
  const isExcluded = (at: number) => /^(?:!|-not)$/.test(words[at - 1] ?? "");
  const patterns = words.flatMap((word, at) =>
    FIND_NAME_REGEXP.test(word) && !isExcluded(at) && words[at + 2] !== "-prune"
      ? words.slice(at + 1, at + 2)
      : []
  );
  const paths = words.slice(0, first < 0 ? words.length : first);
  return { kind: "path", patterns, paths, hasContext: false };
}

/** One program of a shell command, with its words. */
export interface ShellCommand {
  readonly words: readonly string[];
  /** Files that its output is redirected to. */
  readonly written: readonly string[];
  /** True when it reads the output of the previous program. */
  readonly isPiped: boolean;
}

const HEREDOC_REGEXP =
  /<<-?\s*(["']?)([A-Za-z_]\w*)\1([^\n]*)\n(?:[\s\S]*?\n)??\s*(?:\2(?=\s*(?:\n|$))|$(?![\s\S]))/g;
/**
 * A quoted text, an escaped character, a separator of commands or a redirection, or plain
 * characters.
 */
const TOKEN_REGEXP = new RegExp(
  [
    // 'a', "a", \a
    /'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s\S])/,
    // 2>, &&, |, ;
    /(\d?>>?(?!&)|&&|\|\|?|[;&\n()])/,
    // 2>&1, blanks
    /(\d?>&[\d-]|[ \t]+)/,
    // a
    /([^\s'"\\;&|()>]+|.)/,
  ].map(({ source }) => source).join("|"),
  "g",
);
const SEPARATORS: ReadonlySet<string> = new Set(["&&", "||", ";", "&", "\n", "(", ")"]);

/** A program whose words are being read. */
interface OpenCommand extends ShellCommand {
  readonly words: string[];
  readonly written: string[];
}

/**
 * Returns the programs of a shell command, in order, as written: variables and patterns are not
 * expanded, and here-documents are removed.
 */
export function listShellCommands(command: string): readonly ShellCommand[] {
  const script = command.replace(HEREDOC_REGEXP, "$3\n");
  const commands: OpenCommand[] = [{ words: [], written: [], isPiped: false }];
  let word: string | undefined;
  let isWritten = false;
  const end = () => {
    const { words, written } = commands.at(-1)!;
    if (word !== undefined) (isWritten ? written : words).push(word);
    if (word !== undefined) isWritten = false;
    word = undefined;
  };
  for (const [, single, double, escaped, control, space, plain] of script.matchAll(TOKEN_REGEXP)) {
    if (control === undefined && space === undefined) {
      const piece = double?.replaceAll(/\\([$`"\\\n])/g, "$1") ?? single ?? escaped ?? plain ?? "";
      word = (word ?? "") + piece;
      continue;
    }
    end();
    if (control === "|" || SEPARATORS.has(control ?? "")) {
      commands.push({ words: [], written: [], isPiped: control === "|" });
    } else if (control !== undefined) isWritten = !control.startsWith("2");
  }
  end();
  return commands.filter(({ words, written }) => words.length + written.length > 0)
    .map((each) => ({ ...each, written: each.written.filter((path) => !isShellDevice(path)) }));
}

/** Returns true for a word of a command that names no file of a tree. */
export function isShellDevice(path: string): boolean {
  return path === "-" || path.startsWith("/dev/");
}

/** Returns the path of a command's word, joined to the folder that it runs in. */
export function joinFolder(folder: string | undefined, path: string): string {
  return folder === undefined || path.startsWith("/") || path.startsWith("~")
    ? path
    : `${folder}/${path}`;
}
