import assert from "node:assert/strict";
import { COMMANDS } from "./commands.ts";
import { renderCommandHelp, renderHelp } from "./help.ts";

/** A terminal of the usual size, with room for the wider lines of examples. */
const COLUMNS = 100;
const ROWS = 24;

/** A window, for what is read once and at leisure. */
const COMMAND_ROWS = 34;

const BLANK_AT_END_REGEXP = / $/m;

function assertFits(text: string, rows: number): void {
  const lines = text.split("\n").slice(0, -1);
  assert.ok(lines.length <= rows, `${lines.length} rows`);
  for (const line of lines) assert.ok(line.length <= COLUMNS, line);
  assert.doesNotMatch(text, BLANK_AT_END_REGEXP);
  assert.ok(text.endsWith("\n") && !text.endsWith("\n\n"));
}

Deno.test("renderHelp() names every command on one screen", () => {
  const help = renderHelp(COMMANDS);
  assertFits(help, ROWS);
  for (const { name, summary } of COMMANDS) {
    assert.ok(help.includes(`  ${name}`) && help.includes(summary), name);
  }
});

Deno.test("renderCommandHelp() names every option of every command on one screen", () => {
  for (const command of COMMANDS) {
    const help = renderCommandHelp(command);
    assertFits(help, COMMAND_ROWS);
    for (const { name } of command.options) assert.ok(help.includes(`--${name}`), name);
    assert.ok(help.includes("-h, --help"));
    for (const example of command.examples) assert.ok(help.includes(example));
  }
});
