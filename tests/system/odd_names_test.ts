import assert from "node:assert/strict";
import { HostedWorkspace } from "./hosted_workspace.ts";

/** Names of files with special characters of globs, addresses, shells or Markdown. */
const NAMES: readonly string[] = [
  ...["app/(shop)/cart/page.tsx", "app/[slug]/page.tsx", "app/[[...rest]]/page.tsx"],
  ...["app/[...all]/page.tsx", "app/@modal/(.)photo/page.tsx", "src/routes/[id=integer]/+page.ts"],
  ...[
    "src/routes/$id.ts",
    "src/routes/($lang).ts",
    "src/routes/{a,b}.ts",
    "src/routes/post-[id].ts",
  ],
  ...[
    "lib/report (copy)/a.ts",
    "lib/Plan (draft).ts",
    "lib/my plan.ts",
    "lib/a#b.ts",
    "lib/a%20b.ts",
  ],
  ...["lib/~partytown.ts", "lib/!x.ts", "lib/a&b.ts", "lib/a,c.ts", "lib/a=b.ts"],
  ...["lib/-x.ts", "lib/a;b.ts", "lib/a@2x.ts", "lib/a+b.ts", "lib/größe.ts", "lib/名前.ts"],
];

/** Files that match some of the names above as globs. */
const DECOYS: readonly string[] = [
  ...[
    "app/s/page.tsx",
    "app/shop/cart/page.tsx",
    "app/page.tsx",
    "src/routes/a.ts",
    "src/routes/lang.ts",
  ],
  ...[
    "src/routes/post-i.ts",
    "lib/reportcopy/a.ts",
    "lib/ab.ts",
    "lib/aab.ts",
    "lib/a b.ts",
    "lib/x.ts",
  ],
];

const FILES: readonly string[] = [...NAMES, ...DECOYS];

function symbolOf(path: string): string {
  return `gadget${FILES.indexOf(path)}`;
}

const TREE = Object.fromEntries(
  FILES.map((path) => [path, `// Turns.\nexport function ${symbolOf(path)}() {\n  return 1;\n}\n`]),
);

/** Runs a command in a tree and returns what it prints. */
type Run = (args: readonly string[], input?: string) => Promise<string>;

/** Options and fields with a path; each returns the files that the path was resolved to. */
const PLACES: Readonly<
  Record<string, (path: string, run: Run, tree: HostedWorkspace) => Promise<readonly string[]>>
> = {
  "--path": async (path, run) =>
    inText(await run(["search", "--by", "file", "--limit", "50", "--path", path, "turns"])),
  "--path of its folder": async (path, run) => {
    const folder = path.slice(0, path.lastIndexOf("/"));
    const found = inText(
      await run(["search", "--by", "file", "--limit", "50", "--path", `${folder}/**`, "turns"]),
    );
    const others = FILES.filter((file) => file.startsWith(`${folder}/`) && file !== path);
    return found.filter((file) => !others.includes(file));
  },
  outline: async (path, run) => bySymbol(await run(["outline", "--", path])),
  "PATH#NAME": async (path, run) =>
    /no |Cannot/.test(await run(["callers", "--", `${path}#${symbolOf(path)}`])) ? [] : [path],
  NEED_CODE: async (path, run) =>
    bySymbol(
      await run(
        ["need", "--session", sessionOf("c", path), "-"],
        `NEED_CODE: ${quote(path)}:2-3\n`,
      ),
    ),
  NEED_FILE: async (path, run) =>
    inEdit(
      await run(["need", "--session", sessionOf("f", path), "-"], `NEED_FILE: ${quote(path)}\n`),
    ),
  "primary of a manifest": async (path, run) =>
    bySymbol(
      await run(["context", "--budget", "600", "--issue", "-"], issue(path, { primary: [path] })),
    ).slice(0, 1),
  "forbidden of a manifest": async (path, run) => {
    const session = sessionOf("s", path);
    await run(["context", "--session", session, "--issue", "-"], issue("x", { forbidden: [path] }));
    const asked = [path, ...decoysOf(path)];
    const printed = await run(
      ["need", "--session", session, "-"],
      asked.map((file) => `NEED_FILE: ${quote(file)}\n`).join(""),
    );
    const editable = inEdit(printed);
    return asked.filter((file) => !editable.includes(file));
  },
  "the line of an error": async (path, run) =>
    inText(await run(["search", "--limit", "1", `${path}:2:3: error: wrong`])),
  "a frame": async (path, run) =>
    inText(await run(["search", "--limit", "1", `boom\n    at f (${path}:2:3)`])),
  "a link of Markdown": async (path, run) =>
    inText(
      await run(["search", "--by", "file", "--limit", "1", `see [it](${encodeURI(path)})\nturns`]),
    ),
  "a rule of Copilot": async (path, run, tree) => await ruled(path, run, tree, "copilot"),
  "a rule of Cursor": async (path, run, tree) => await ruled(path, run, tree, "cursor"),
};

function quote(path: string): string {
  return /[\s']/.test(path) || /[.,;]$/.test(path) ? `"${path}"` : path;
}

function issue(title: string, manifest: Readonly<Record<string, readonly string[]>>): string {
  return JSON.stringify({ id: "i", title: `Turns ${title}`, description: "Turns.", manifest });
}

/** Returns the files at the start of the lines of a list, after their scores. */
function inText(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => {
    const written = line.replace(/^\s*[\d.]+\s+/, "");
    return FILES.filter((path) =>
      new RegExp(`^${RegExp.escape(path)}(?::\\d|\\s|$)`).test(written)
    );
  });
}

function sessionOf(place: string, path: string): string {
  return `${place}${FILES.indexOf(path)}`;
}

/**
 * Returns some files in the folder of a path, or in parent folders, that the path may match as a
 * glob.
 */
function decoysOf(path: string): readonly string[] {
  const top = path.slice(0, path.indexOf("/") + 1);
  const ending = path.slice(path.lastIndexOf("."));
  return DECOYS.filter((file) => file.startsWith(top) && file.endsWith(ending)).slice(0, 4);
}

function bySymbol(text: string): readonly string[] {
  return [...new Set(text.match(/gadget\d+(?=\()/g) ?? [])].map((name) =>
    FILES[Number(name.slice(6))]!
  );
}

function inEdit(text: string): readonly string[] {
  return [...text.matchAll(/You may edit "([^"]+)"$/gm)].map(([, path]) => path!);
}

/** Returns the files for which a rule with one path is sent. */
async function ruled(
  path: string,
  run: Run,
  tree: HostedWorkspace,
  host: "copilot" | "cursor",
): Promise<readonly string[]> {
  const rule = JSON.stringify(path);
  tree.write(".github/instructions/a.instructions.md", `---\napplyTo: ${rule}\n---\nRULE ONE\n`);
  tree.write(".cursor/rules/a.mdc", `---\nglobs: ${path}\nalwaysApply: false\n---\nRULE ONE\n`);
  const given: string[] = [];
  for (const file of [path, ...decoysOf(path)]) {
    const printed = await run(["instructions", "--host", host, "--text", "--", file]);
    if (printed.includes("RULE ONE")) given.push(file);
  }
  return given;
}

for (const [place, take] of Object.entries(PLACES)) {
  Deno.test(`A name with special characters means only its file: ${place}`, async () => {
    using tree = new HostedWorkspace(TREE);
    tree.git("init", "--quiet");
    const run: Run = async (args, input = "") => {
      const { stdout, stderr } = await tree.run(args, { input });
      return `${stdout}\n${stderr}`;
    };
    const wrong: string[] = [];
    for (const path of NAMES) {
      // Hosts separate globs by commas.
      if (place.startsWith("a rule") && path === "lib/a,c.ts") continue;
      const taken = await take(path, run, tree);
      if (JSON.stringify(taken) !== JSON.stringify([path])) {
        wrong.push(`${path} → ${taken.join(" | ")}`);
      }
    }
    assert.deepEqual(wrong, []);
  });
}
