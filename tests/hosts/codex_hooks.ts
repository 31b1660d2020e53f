/** Hook as read by Codex. */
interface CodexHook {
  /** Its file, event and position. */
  readonly key: string;
  readonly currentHash: string;
}

/** Codex' view of the hooks of a user. */
export interface CodexHooks {
  readonly hooks: readonly CodexHook[];
  /** Problems that Codex reports. */
  readonly problems: readonly unknown[];
}

/** Returns the report of Codex' app server about the hooks of a folder. */
export async function listCodexHooks(
  binary: string,
  { folder, environment }: {
    readonly folder: string;
    readonly environment: Readonly<Record<string, string>>;
  },
): Promise<CodexHooks> {
  const child = new Deno.Command(binary, {
    args: ["app-server"],
    clearEnv: true,
    env: environment,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const clientInfo = { name: "test", version: "1" };
  const requests = [
    { id: 0, method: "initialize", params: { clientInfo } },
    { method: "initialized" },
    { id: 1, method: "hooks/list", params: { cwds: [folder] } },
  ];
  const writer = child.stdin.getWriter();
  const lines = requests.map((request) => `${JSON.stringify(request)}\n`);
  await writer.write(new TextEncoder().encode(lines.join("")));
  let said = "";
  for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += part;
    const answer = said.split("\n").slice(0, -1).map((line) => JSON.parse(line))
      .find(({ id }) => id === 1);
    if (answer === undefined) continue;
    await writer.close();
    child.kill();
    const [{ hooks, warnings, errors }] = answer.result.data;
    return { hooks, problems: [...warnings, ...errors] };
  }
  throw new Error(`Cannot list the hooks of Codex: it said ${said}`);
}

/** Returns Codex' configuration after a user has trusted hooks. */
export function renderCodexTrust(hooks: readonly CodexHook[]): string {
  return hooks.map(({ key, currentHash }) =>
    `\n[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "${currentHash}"\n`
  ).join("");
}
