import { join } from "node:path";

/** Size of a project of policies. */
export interface PolicyCounts {
  readonly profiles: number;
  readonly knowledge: number;
}

/** Size of the project on which `profile check` is measured. */
export const MANY_POLICIES: PolicyCounts = { profiles: 2000, knowledge: 5000 };

/** Id of the composed profile: the end of a chain of five. */
export const LEAF_PROFILE = "chain/five";

const LEVELS = ["one", "two", "three", "four", "five"];

/**
 * Number of items that each profile of the chain requests at each of the three positions: 5 × 3 × 4
 * = 60 items in all.
 */
const ITEMS_EACH = 4;

/** Number of hooks. Each third one requests one more item; the conditions of the others fail. */
const HOOKS = 20;

const POSITIONS = ["system", "before", "after"];

/** Paragraph of some 60 tokens. */
const PARAGRAPH =
  "The agent reads the file before it changes it, and what calls it, and its tests. " +
  "When something stands in its way, it says what that is and what it tried, and asks. " +
  "What it claims it proves by a command that was run, and the end of what that printed.\n";

/** Creates a project with a chain of five profiles, 60 items and 20 hooks. */
export function makeChain(root: string): void {
  for (const [level, name] of LEVELS.entries()) {
    const context = POSITIONS.map((position) => {
      const ids = Array.from({ length: ITEMS_EACH }, (_, at) => `${name}/${position}-${at}`);
      for (const id of ids) write(root, `knowledge/${id}.md`, `# ${id}\n\n${PARAGRAPH}`);
      return `  ${position}: [${ids.join(", ")}]`;
    });
    const parent = level === 0 ? [] : [`extends: chain/${LEVELS[level - 1]}`];
    const lines = [...parent, `description: Level ${name}`, "context:", ...context];
    write(root, `profiles/chain/${name}.md`, `---\n${lines.join("\n")}\n---\n\n${PARAGRAPH}`);
  }
  const hooks = Array.from({ length: HOOKS }, (_, at) => {
    const id = `hook-${at}`;
    write(root, `knowledge/hooks/${id}.md`, PARAGRAPH);
    const value = at % 3 === 0 ? "^chain/" : `^release/${at}`;
    return [
      `  - id: ${id}`,
      `    event: ${at % 5 === 1 ? "route" : "start"}`,
      `    condition: { path: profile, op: regex, value: "${value}" }`,
      `    action: { ${at % 5 === 1 ? "extend: chain/four" : `fetch: knowledge/hooks/${id}`} }`,
    ].join("\n");
  });
  write(root, "hooks.yaml", `hooks:\n${hooks.join("\n")}\n`);
}

/**
 * Creates a project of many profiles, in chains of up to ten, and knowledge items, all of which are
 * used.
 */
export function makeMany(root: string, { profiles, knowledge }: PolicyCounts): void {
  for (let at = 0; at < knowledge; at++) {
    const metadata = at % 4 === 0 ? `---\nname: Item ${at}\ntitle: About ${at}\n---\n\n` : "";
    write(root, `knowledge/area-${at % 50}/item-${at}.md`, `${metadata}${PARAGRAPH}`);
  }
  const itemOf = (at: number) => `area-${at % knowledge % 50}/item-${at % knowledge}`;
  for (let at = 0; at < profiles; at++) {
    const lines = [
      ...(at % 10 === 0 ? [] : [`extends: team-${(at - 1) % 20}/profile-${at - 1}`]),
      `description: What profile ${at} is for`,
      "permissions: [execute.tool.files.*, fetch.knowledge.*]",
      `context: { system: [${itemOf(3 * at)}], before: [${itemOf(3 * at + 1)}], ` +
      `after: [${itemOf(3 * at + 2)}] }`,
      "inputs: { ship: { type: string, required: true } }",
    ];
    const text = `---\n${lines.join("\n")}\n---\n\nLook at {input:ship}.\n`;
    write(root, `profiles/team-${at % 20}/profile-${at}.md`, text);
  }
}

function write(root: string, path: string, text: string): void {
  const file = join(root, ".dossier", path);
  Deno.mkdirSync(join(file, ".."), { recursive: true });
  Deno.writeTextFileSync(file, text);
}
