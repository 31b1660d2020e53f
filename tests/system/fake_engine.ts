/**
 * Announces itself as an engine of a tree, like a real one with the same permissions, and answers
 * commands according to its first argument. It prints a line for each connection.
 *
 * @module
 */

import { LOOPBACK, receiveLines, sendLine } from "@dossier/retrieval/door";
import { announceEngine } from "@dossier/retrieval/open-door";

/** Behaviour of a fake engine for a command. */
export type FakeEngine =
  | "answers"
  | "is silent"
  | "breaks off"
  | "takes and breaks off"
  | "takes and is silent"
  | "takes the input and breaks off";

/** Output of an answering engine. */
export const FAKE_RESULT = "what the engine says\n";

if (import.meta.main) {
  const [kind = "", root = "", cache = ""] = Deno.args;
  const listener = Deno.listen({ hostname: LOOPBACK, port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const answers = crypto.randomUUID();
  const commands = ["search", "context"];
  const announced = { port, asks: crypto.randomUUID(), answers, commands, name: "fake" };
  await announceEngine(root, cache, announced);
  say("announced");
  for await (const connection of listener) {
    say("connected");
    void serve(connection, kind as FakeEngine, answers).catch(() => {});
  }
}

async function serve(connection: Deno.Conn, kind: FakeEngine, answers: string): Promise<void> {
  using _ = connection;
  const lines = receiveLines(connection, 100_000);
  await lines.next();
  if (kind === "is silent") return void await lines.next();
  await sendLine(connection, answers);
  await lines.next();
  if (kind === "takes and is silent") {
    await sendLine(connection, '{"isTaken":true}');
    return void await lines.next();
  }
  if (kind === "takes and breaks off") await sendLine(connection, '{"isTaken":true}');
  if (kind === "takes the input and breaks off") {
    await sendLine(connection, '{"needsInput":true}');
    return say(`read ${(await lines.next()).value}`);
  }
  const answer = JSON.stringify({ result: FAKE_RESULT, messages: "said besides\n", code: 0 });
  if (kind !== "answers") return void await connection.write(encode(answer.slice(0, 20)));
  await sendLine(connection, answer);
  say(`left with ${(await lines.next()).value}`);
}

function say(line: string): void {
  Deno.stdout.writeSync(encode(`${line}\n`));
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
