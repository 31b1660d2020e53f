import assert from "node:assert/strict";
import { loadCommands } from "./commands.ts";
import { renderCommandHelp, renderHelp } from "./help.ts";

const COMMANDS = await loadCommands();

/** Terminal, with the maximum number of its rows for the help of the program and of a command. */
interface Terminal {
  readonly columns: number;
  readonly rows: number;
  readonly commandRows: number;
}

/** A window, the usual terminal, and the narrowest supported one, which shows nothing at once. */
const TERMINALS: readonly Terminal[] = [
  { columns: 100, rows: 51, commandRows: 48 },
  { columns: 80, rows: 53, commandRows: 62 },
  { columns: 40, rows: Infinity, commandRows: Infinity },
];

const BLANK_AT_END_REGEXP = / $/m;

/** Asserts that a text fits a terminal. Lines in `copied` may be longer. */
function assertFits(
  text: string,
  { columns, rows, copied = [] }: {
    readonly columns: number;
    readonly rows: number;
    readonly copied?: readonly string[];
  },
): void {
  const lines = text.split("\n").slice(0, -1);
  assert.ok(lines.length <= rows, `${lines.length} rows of ${columns} columns`);
  for (const line of lines) {
    assert.ok(line.length <= columns || copied.includes(line.trim()), `${columns}: ${line}`);
  }
  assert.doesNotMatch(text, BLANK_AT_END_REGEXP);
  assert.ok(text.endsWith("\n") && !text.endsWith("\n\n"));
}

/** Returns a text without its line ends and margins. */
function unfold(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

for (const { columns, rows, commandRows } of TERMINALS) {
  Deno.test(`renderHelp() names every command in ${columns} columns`, () => {
    const help = renderHelp(COMMANDS, columns);
    assertFits(help, { columns, rows, copied: ["Usage: deno task COMMAND [OPTIONS] [OPERANDS]"] });
    for (const { name, summary } of COMMANDS) {
      assert.ok(unfold(help).includes(`${name} ${summary}`), name);
    }
  });

  Deno.test(`renderCommandHelp() names every option of every command in ${columns} columns`, () => {
    for (const command of COMMANDS) {
      const { name, operands, options, examples } = command;
      const help = renderCommandHelp(command, columns);
      const usage = `Usage: deno task ${name} [OPTIONS] ${operands}`.trim();
      assertFits(help, { columns, rows: commandRows, copied: [...examples, usage] });
      for (const { name, summary } of options) {
        assert.ok(help.includes(`--${name}`), name);
        assert.ok(unfold(help).includes(summary), name);
      }
      assert.ok(help.includes("-h, --help"));
      for (const example of examples) assert.ok(help.includes(example));
    }
  });
}
