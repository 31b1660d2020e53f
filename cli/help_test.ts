import assert from "node:assert/strict";
import { COMMANDS } from "./commands.ts";
import { renderCommandHelp, renderHelp } from "./help.ts";

/** A terminal of the usual size, with room for the wider lines of examples. */
const COLUMNS = 100;
const ROWS = 40;

function assertFits(text: string): void {
  const lines = text.split("\n");
  assert.ok(lines.length <= ROWS, `${lines.length} rows`);
  for (const line of lines) assert.ok(line.length <= COLUMNS, line);
  assert.ok(text.endsWith("\n") && !text.endsWith("\n\n"));
}

Deno.test("renderHelp() names every command on one screen", () => {
  const help = renderHelp(COMMANDS);
  assertFits(help);
  for (const { name, summary } of COMMANDS) {
    assert.ok(help.includes(`  ${name}`) && help.includes(summary), name);
  }
});

Deno.test("renderCommandHelp() names every option of every command on one screen", () => {
  for (const command of COMMANDS) {
    const help = renderCommandHelp(command);
    assertFits(help);
    for (const { name } of command.options) assert.ok(help.includes(`--${name}`), name);
    assert.ok(help.includes("-h, --help"));
    for (const example of command.examples) assert.ok(help.includes(example));
  }
});
