/**
 * `deno run --allow-all bench/hook/crowd.ts [COUNT]`: starts so many hooks at once (100), and counts what they noted.
 *
 * @module
 */

import { openState, readActivity } from "../../retrieval/delivery/state/mod.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { printAnswer } from "../quality/program.ts";

const COUNT = Number(Deno.args[0] ?? 100);

/** Starts each of the inputs' hooks at once, and prints what they print and how many failed. */
const SCRIPT = `for input in "$INPUTS"/*; do "$@" < "$input" & jobs="$jobs $!"; done
for job in $jobs; do wait $job || echo failed; done`;

await printAnswer(async () => {
  using workspace = new TempWorkspace({ "a.py": "def retry_upload(file):\n    return file\n" });
  workspace.initialize();
  const inputs = `${workspace.cache}/inputs`;
  Deno.mkdirSync(inputs);
  const write = (prompt: string) => {
    const input = { "hook_event_name": "UserPromptSubmit", "session_id": "s1", prompt };
    Deno.writeTextFileSync(
      `${inputs}/${prompt}`,
      JSON.stringify({ ...input, cwd: workspace.root }),
    );
  };
  const run = async () => {
    const [program = "", ...args] = workspace.commandLine(["hook", "--host", "codex"]);
    const { stdout } = await new Deno.Command("bash", {
      args: ["-c", SCRIPT, "bash", program, ...args],
      cwd: workspace.root,
      env: { ...workspace.environment(), INPUTS: inputs },
    }).output();
    return new TextDecoder().decode(stdout);
  };
  for (let at = 0; at < COUNT; at++) write(`ok ${at}`);
  const started = performance.now();
  const printed = await run();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const list = () => {
    using state = openState(`${workspace.root}/.dossier/state`);
    return readActivity(state, "s1", 0).events
      .flatMap(({ kind, value }) => kind === "prompt" && value !== "more" ? [value] : []);
  };
  const noted = list().length;
  for (let at = 0; at < COUNT; at++) Deno.removeSync(`${inputs}/ok ${at}`);
  write("more");
  await run();
  const all = list();
  return `${COUNT} hooks at once took ${seconds} s and printed ${JSON.stringify(printed)}: ` +
    `${noted} noted by themselves, ${all.length} after one more, ${new Set(all).size} different\n`;
});
