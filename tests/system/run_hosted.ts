/**
 * Runs calls of the command line one after another: each line of standard input is a call, each
 * line of standard output its result. See `HostedWorkspace`.
 *
 * @module
 */

import { main } from "../../cli/main.ts";
import type { RunResult } from "../temp_workspace.ts";
import type { HostedCall } from "./hosted_workspace.ts";

const ENCODER = new TextEncoder();
const { stdin, stdout, stderr } = Deno;
const answer = stdout.writeSync.bind(stdout);

const lines = stdin.readable.pipeThrough(new TextDecoderStream());
let rest = "";
for await (const part of lines) {
  const [first = "", ...others] = part.split("\n");
  rest += first;
  for (const next of others) {
    const bytes = ENCODER.encode(`${JSON.stringify(await run(JSON.parse(rest)))}\n`);
    for (let at = 0; at < bytes.length;) at += answer(bytes.subarray(at));
    rest = next;
  }
}

async function run({ args, folder, environment, input }: HostedCall): Promise<RunResult> {
  const before = Deno.env.toObject();
  const written = { stdout: "", stderr: "" };
  for (const [name, target] of Object.entries({ stdout, stderr })) {
    const decoder = new TextDecoder();
    target.writeSync = (bytes) => {
      written[name as keyof typeof written] += decoder.decode(bytes, { stream: true });
      return bytes.length;
    };
  }
  const readable = { configurable: true, get: () => new Blob([input]).stream() };
  Object.defineProperty(stdin, "readable", readable);
  for (const [name, value] of Object.entries(environment)) Deno.env.set(name, value);
  Deno.chdir(folder);
  try {
    return { code: await main(args), ...written };
  } finally {
    // The folder is removed with its test.
    Deno.chdir("/");
    for (const name of Object.keys(Deno.env.toObject())) Deno.env.delete(name);
    for (const [name, value] of Object.entries(before)) Deno.env.set(name, value);
  }
}
