import { scanMarkdownHeadings } from "../chunk/scan_markdown_headings.ts";
import { findCodeSpans } from "../query/find_code_spans.ts";
import { escapeControls } from "../text/plain_text.ts";
import { toBlock } from "../render/markdown.ts";
import { splitLines } from "../text/split_lines.ts";
import type { CommandFile } from "./command_file.ts";
import { permitsShell } from "./permits_shell.ts";
import { splitWords, toShellScript } from "./shell_text.ts";

/** A command that a shell is to run. */
export interface ShellRun {
  /** What the shell reads: arguments are variables in it. */
  readonly script: string;
  /** Its `$1` and so on. */
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The command as its author wrote it. */
  readonly written: string;
}

/** What a command has written, or why it was not run. */
export type ShellRunResult =
  | {
    readonly kind: "ran";
    readonly output: string;
    readonly code: number;
    /** Whether it was stopped as it took too long. */
    readonly isTimedOut: boolean;
  }
  | {
    readonly kind: "refused";
    /** Half a sentence. */
    readonly reason: string;
  };

/** A file or a folder that is shown, or why it is not. */
export type AttachedFile =
  | { readonly kind: "shown"; readonly path: string; readonly text: string }
  | {
    readonly kind: "refused";
    /** Half a sentence. */
    readonly reason: string;
  };

/** What an expansion needs of the machine. */
export interface ExpansionOptions {
  /** What the user wrote behind the name of the command. @default "" */
  readonly argumentText?: string | undefined;
  /** Runs what the command's `allowed-tools` permit; whoever expands has to agree as well. */
  readonly run: (run: ShellRun) => Promise<ShellRunResult>;
  /** Returns what a path leads to. */
  readonly attach: (path: string) => Promise<AttachedFile>;
}

/** A prompt. */
export interface ExpandedCommand {
  /** As a model is to read it. */
  readonly text: string;
  /** Sentences on what is not in it. */
  readonly warnings: readonly string[];
}

/** The line above commands that stand in lines of their own, and the one below. */
const SHELL_FENCE_REGEXP = /^ {0,3}(`{3,})!\s*$/;
const FENCE_END_REGEXP = /^ {0,3}`{3,}\s*$/;

/** What opens a fence of another kind; the lines within are known by the scan. */
const FENCE_REGEXP = /^\s*(?:`{3,}|~{3,})/;

/** A path behind `@`, which begins a word: `a@b.c` is none. */
const FILE_REGEXP = /(?<=^|\s)@(?:"([^"]+)"|([^\s"`]+))/g;

/** What belongs to the sentence and not to the path. */
const SENTENCE_END_REGEXP = /[.,;:!?)*'»]+$/;

/** What stands for arguments and for the folder of the plugin; behind a backslash it stays. */
const VALUE_REGEXP = /(\\?)(\$ARGUMENTS\b|\$([1-9])(?!\d)|\$\{CLAUDE_PLUGIN_ROOT\})/g;

/**
 * Returns the prompt that a command stands for, in one pass over what its author wrote: `$ARGUMENTS`, `$1` to `$9` and
 * `${CLAUDE_PLUGIN_ROOT}` are filled in, `` !`command` `` is replaced by what it writes, and below a line with `@path`
 * stands what is in the file. Whatever is put in is never looked at again. In code nothing but the first is done.
 */
export async function expandCommand(
  command: Pick<CommandFile, "name" | "body" | "allowedTools" | "pluginRoot">,
  options: ExpansionOptions,
): Promise<ExpandedCommand> {
  const expansion = new Expansion(command, options);
  const { body } = command;
  const lines = splitLines(body);
  const { verbatim } = scanMarkdownHeadings(body, lines);
  const written = body.split("\n");
  const text: string[] = [];
  for (let row = 0; row < written.length; row++) {
    const line = written[row]!;
    if (verbatim[row] === 1 || (FENCE_REGEXP.test(line) && !SHELL_FENCE_REGEXP.test(line))) {
      text.push(expansion.fill(line));
    } else if (SHELL_FENCE_REGEXP.test(line)) {
      const first = row + 1;
      while (verbatim[row + 1] === 1) row++;
      const isClosed = row >= first && FENCE_END_REGEXP.test(written[row]!);
      const script = written.slice(first, isClosed ? row : row + 1).join("\n");
      text.push(await expansion.runShell(script));
    } else text.push(await expansion.expandLine(line));
  }
  return { text: text.join("\n"), warnings: expansion.warnings };
}

class Expansion {
  readonly warnings: string[] = [];
  readonly #command: Parameters<typeof expandCommand>[0];
  readonly #options: ExpansionOptions;
  readonly #argumentText: string;
  readonly #words: readonly string[];

  constructor(command: Parameters<typeof expandCommand>[0], options: ExpansionOptions) {
    this.#command = command;
    this.#options = options;
    this.#argumentText = options.argumentText?.trim() ?? "";
    this.#words = splitWords(this.#argumentText);
  }

  /** Returns what an author wrote with the arguments in it. */
  fill(text: string, whole = this.#argumentText): string {
    return text.replaceAll(VALUE_REGEXP, (all, escape: string, name: string, place?: string) => {
      if (escape !== "") return name;
      if (place !== undefined) return this.#words[Number(place) - 1] ?? "";
      return name === "$ARGUMENTS" ? whole : this.#command.pluginRoot ?? all;
    });
  }

  async expandLine(line: string): Promise<string> {
    let text = "";
    const blocks: string[] = [];
    let from = 0;
    for (const { start, end } of findCodeSpans(line, 0)) {
      let open = start;
      while (line[open - 1] === "`") open--;
      const close = end + (start - open);
      const isShell = start - open === 1 && /(?:^|\s)!$/.test(line.slice(0, open));
      text += await this.#expandText(line.slice(from, isShell ? open - 1 : open), blocks, from);
      text += isShell
        ? await this.runShell(line.slice(start, end))
        : this.fill(line.slice(open, close));
      from = close;
    }
    text += await this.#expandText(line.slice(from), blocks, from);
    return [text, ...blocks].join("\n");
  }

  async runShell(written: string): Promise<string> {
    const { name, allowedTools, pluginRoot } = this.#command;
    const result: ShellRunResult = permitsShell(allowedTools, written)
      ? await this.#options.run({
        script: toShellScript(written),
        words: this.#words,
        environment: {
          ARGUMENTS: this.#argumentText,
          ...pluginRoot === undefined ? {} : { CLAUDE_PLUGIN_ROOT: pluginRoot },
        },
        written,
      })
      : { kind: "refused", reason: `the allowed-tools of "${name}" do not permit it` };
    if (result.kind === "refused") {
      this.warnings.push(`"${written}" is not run as ${result.reason}`);
      return `[not run as ${result.reason}: ${written}]`;
    }
    const { output, code, isTimedOut } = result;
    const end = isTimedOut
      ? "[stopped as it took too long]"
      : code === 0
      ? ""
      : `[exit code ${code}]`;
    return [output.trimEnd(), end].filter((part) => part !== "").join("\n");
  }

  /**
   * Returns a part of a line without code; what is in the files that it names goes to the blocks.
   *
   * @param at Where the part begins in the line.
   */
  async #expandText(part: string, blocks: string[], at: number): Promise<string> {
    let text = "";
    let from = 0;
    for (const match of part.matchAll(FILE_REGEXP)) {
      // Right behind code no word begins.
      if (match.index === 0 && at > 0) continue;
      text += this.fill(part.slice(from, match.index));
      const [whole, quoted, bare = ""] = match;
      const end = quoted === undefined ? SENTENCE_END_REGEXP.exec(bare)?.[0] ?? "" : "";
      const written = quoted ?? bare.slice(0, bare.length - end.length);
      const stays = this.fill(whole.slice(0, whole.length - end.length));
      text += (await this.#attach(written, blocks) ?? stays) + end;
      from = match.index + whole.length;
    }
    return text + this.fill(part.slice(from));
  }

  /** Returns what stands in the place of a path whose file goes to the blocks; undefined for one that has none. */
  async #attach(written: string, blocks: string[]): Promise<string | undefined> {
    // Of several arguments the first is the file that is meant, and the others are text.
    const [first = "", ...others] = this.#words;
    const path = this.fill(written, first);
    if (path === "") return undefined;
    const file = await this.#options.attach(path);
    if (file.kind === "refused") {
      this.warnings.push(`"@${path}" is not shown as ${file.reason}`);
      return undefined;
    }
    // A backtick would end what is said of the fence.
    blocks.push(toBlock(file.text, escapeControls(file.path).replaceAll("`", "'")));
    return written.includes("$ARGUMENTS") ? [file.path, ...others].join(" ") : file.path;
  }
}
