import assert from "node:assert/strict";
import fc from "fast-check";
import { findHostSetup } from "./host_setup.ts";
import { hooksFormat } from "./hooks_format.ts";

const NAME = '"settings.json"';
const OWN = { type: "command", command: "/bin/dossier", args: ["hook", "--host", "claude-code"] };
const ENTRY = {
  SessionStart: { hooks: [{ ...OWN, timeout: 9 }] },
  PostToolUse: { matcher: "Read|Edit", hooks: [{ ...OWN, timeout: 5 }] },
};
const FLAT_ENTRY = {
  sessionStart: { command: "/bin/dossier hook --host cursor", timeout: 9 },
  postToolUse: { command: "/bin/dossier hook --host cursor", timeout: 5 },
};
const GROUPED = hooksFormat({ isGrouped: true, events: Object.keys(ENTRY) });
const FLAT = hooksFormat({ isGrouped: false, version: 1, events: Object.keys(FLAT_ENTRY) });
const FORMS = [[GROUPED, ENTRY], [FLAT, FLAT_ENTRY]] as const;

Deno.test("hooksFormat() adds groups after those of others and preserves every byte of them", () => {
  const text = `{
  // what the team runs
  "hooks": {
    "PostToolUse": [
      { "matcher": "Edit", "hooks": [{ "type": "command", "command": "lint" }] }
    ]
  },
  "model":   "x"
}
`;
  const added = GROUPED.add(text, ENTRY, NAME);
  assert.match(
    added,
    /"command": "lint" \}\] \},\n {6}\{\n {8}"matcher": "Read\|Edit",\n {8}"hooks": \[\n/,
  );
  assert.match(added, /\n {4}"SessionStart": \[\n/);
  assert.ok(added.includes('  "model":   "x"\n'));
  assert.deepEqual(structuredClone(GROUPED.find(added, NAME)), ENTRY);
  assert.equal(GROUPED.add(added, ENTRY, NAME), added);
  assert.equal(GROUPED.remove(added, NAME), text);
});

Deno.test("hooksFormat() restores the exact text from before it added the hooks", () => {
  const texts = [
    undefined,
    "",
    "\uFEFF\r\n",
    "\n",
    "{}",
    "{}\n",
    "{\n}\n",
    '{"hooks":{\n}}',
    '{"hooks": {"PostToolUse": [\n]}}',
    '{"a": {\n}}',
    '{\n  "a": 1\n}\n',
    '{"version": 1}\n',
    '{\n  "version": 1\n}\n',
    '{"version": 1, "hooks": {\n}}\n',
    '{"hooks": {}, "version": 1}\n',
    '{"version": 1, "hooks": {}}\n',
    '{\n  "hooks": {}\n}\n',
    '{"hooks": {"PostToolUse": [], "postToolUse": []}}',
    '{\r\n\t"a": 1,\r\n\t"hooks": {\r\n\t\t"Stop": []\r\n\t}\r\n}\r\n',
    '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [] }, // last comma\n    ],\n  },\n}\n',
    "{\n  // only a note\n}\n",
  ];
  for (const [format, entry] of FORMS) {
    for (const text of format === GROUPED ? texts : texts.filter(isVersioned)) {
      const added = format.add(text, entry, NAME);
      assert.deepEqual(
        new Set(Object.keys(format.find(added, NAME)!)),
        new Set(Object.keys(entry)),
      );
      assert.equal(format.add(added, entry, NAME), added);
      assert.equal(format.remove(added, NAME), text, added);
    }
  }
});

/** Returns true when the version of the flat form is present, or is added and removed with the hooks. */
function isVersioned(text: string | undefined): boolean {
  return !text?.includes("ooks") || text.includes("version");
}

Deno.test("hooksFormat() keeps a required version, as its author is unknown", () => {
  const added = FLAT.add('{ "hooks": {} }', FLAT_ENTRY, NAME);
  assert.deepEqual(JSON.parse(added), {
    hooks: Object.fromEntries(Object.entries(FLAT_ENTRY).map(([key, own]) => [key, [own]])),
    version: 1,
  });
  assert.equal(FLAT.remove(added, NAME), '{ "hooks": {}, "version": 1 }');
});

Deno.test("hooksFormat() removes its event, version and file even from a reformatted file", () => {
  const layouts = [4, "\t", 1, undefined].map((indent) => (text: string) =>
    JSON.stringify(JSON.parse(text), null, indent)
  );
  layouts.push((text) => text.replaceAll("\n", "\r\n"), (text) => text.replaceAll(": ", ":  "));
  for (const [format, entry] of FORMS) {
    for (const layOut of layouts) {
      assert.equal(format.remove(layOut(format.add(undefined, entry, NAME)), NAME), undefined);
      const others =
        '{\n  "version": 1,\n  "theme": "dark",\n  "hooks": {\n    "Mine": []\n  }\n}\n';
      const rest = format.remove(layOut(format.add(others, entry, NAME)), NAME)!;
      assert.deepEqual(JSON.parse(rest), JSON.parse(others));
    }
  }
  const noted = FLAT.render(FLAT_ENTRY).replace("{\n", "{\n  // mine\n").replaceAll("  ", " ");
  assert.match(FLAT.remove(noted, NAME)!, /^\{\n \/\/ mine\n "version": 1\n\}\n$/);
});

Deno.test("hooksFormat() keeps the content of others in any layout", () => {
  const names = fc.string().filter((key) => !["hooks", "version", "__proto__"].includes(key));
  const events = fc.constantFrom("SessionStart", "PostToolUse", "sessionStart", "Stop");
  const item = fc.record({ command: fc.string(), timeout: fc.nat() });
  const hooks = fc.dictionary(
    events,
    fc.array(fc.oneof(item, fc.record({ hooks: fc.array(item) }))),
  );
  const indent = fc.constantFrom(undefined, 1, 2, "\t");
  const settings = fc.dictionary(names, fc.jsonValue());
  fc.assert(fc.property(settings, fc.option(hooks), indent, (rest, theirs, space) => {
    const text = JSON.stringify(theirs === null ? rest : { ...rest, hooks: theirs }, null, space);
    for (const [format, entry] of FORMS) {
      const added = format.add(text, entry, NAME);
      const { hooks: found, version: _, ...others } = JSON.parse(added);
      assert.deepEqual(others, JSON.parse(JSON.stringify(rest)));
      const wanted: Record<string, unknown[]> = structuredClone(theirs ?? {});
      for (const [event, own] of Object.entries(entry)) {
        wanted[event] = [...wanted[event] ?? [], own];
      }
      assert.deepEqual(found, JSON.parse(JSON.stringify(wanted)));
      assert.equal(format.add(added, entry, NAME), added);
      const left = format.remove(added, NAME)!;
      if (format === GROUPED) assert.equal(left, text);
      else if (theirs === null) assert.equal(left, text);
      else assert.deepEqual(JSON.parse(left), { ...JSON.parse(text), version: 1 });
    }
  }));
});

Deno.test("B-28: hooks that are installed twice are there once, beside those of others", () => {
  const others = {
    model: "x",
    hooks: {
      SessionStart: [{ matcher: "startup", hooks: [{ type: "command", command: "date" }] }],
      Stop: [],
    },
  };
  const once = GROUPED.add(JSON.stringify(others, null, 2), ENTRY, NAME);
  assert.equal(GROUPED.add(once, ENTRY, NAME), once);
  const { model, hooks } = JSON.parse(once);
  assert.deepEqual(hooks.SessionStart, [...others.hooks.SessionStart, ENTRY.SessionStart]);
  assert.deepEqual([model, hooks.Stop], ["x", []]);
});

Deno.test("B-28: uninstalling restores the settings, and keeps hooks of others in the same group", () => {
  for (const settings of ['{"model": "x", "hooks": {"Stop": []}}', "{}", '{\n"model":"x"}\n']) {
    assert.equal(GROUPED.remove(GROUPED.add(settings, ENTRY, NAME), NAME), settings);
    assert.equal(GROUPED.remove(settings, NAME), settings);
  }
  const shared = (hooks: readonly object[]) => JSON.stringify({ hooks: { Stop: [{ hooks }] } });
  assert.equal(
    GROUPED.remove(shared([{ command: "date" }, OWN]), NAME),
    shared([{ command: "date" }]),
  );
});

Deno.test("hooksFormat() changes our hooks in place, keeps additions of the user, and removes obsolete hooks", () => {
  const other = { type: "command", command: "lint" };
  const mine = { ...OWN, command: "/old/dossier", timeout: 1, statusMessage: "mine" };
  const text = JSON.stringify({
    hooks: {
      Stop: [{ hooks: [mine] }],
      SessionStart: [{ matcher: "startup", hooks: [mine] }],
      PostToolUse: [{ matcher: "*", hooks: [other, mine] }, { hooks: [mine] }],
    },
  });
  const changed = GROUPED.add(text, ENTRY, NAME);
  const renewed = (timeout: number) => ({ ...mine, ...OWN, timeout });
  assert.deepEqual(JSON.parse(changed).hooks, {
    SessionStart: [{ matcher: "startup", hooks: [renewed(9)] }],
    PostToolUse: [{ matcher: "*", hooks: [other, renewed(5)] }],
  });
  assert.equal(GROUPED.add(changed, ENTRY, NAME), changed);
  const rest = JSON.parse(GROUPED.remove(changed, NAME)!);
  assert.deepEqual(rest.hooks.PostToolUse, [{ matcher: "*", hooks: [other] }]);
  assert.equal(GROUPED.find(JSON.stringify(rest), NAME), undefined);
});

Deno.test("hooksFormat() detects our hooks as command lines of a shell, with any quotes", () => {
  const lines = [
    "/bin/dossier hook --host codex",
    "'/opt/my tools/dossier' hook --host codex",
    '"/opt/my tools/dossier" hook',
    "/bin/deno run --quiet '/opt/it'\\''s/cli/main.ts' hook --host codex",
  ];
  const others = ["dossier-hook", "echo dossier hook", "/bin/deno run other.ts hook", "hook", ""];
  const count = (command: string) =>
    Object.keys(
      GROUPED.find(JSON.stringify({ hooks: { A: [{ hooks: [{ command }] }] } }), NAME) ?? {},
    )
      .length;
  assert.deepEqual(lines.map(count), [1, 1, 1, 1]);
  assert.deepEqual(others.map(count), [0, 0, 0, 0, 0]);
});

Deno.test("hooksFormat() rejects an invalid text, with the location", () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['{"hooks": [', /is not valid JSON/],
    ["[]", /as it contains no object/],
    ['{"hooks": []}', /as "hooks" in it is not an object: write "hooks": \{\}$/],
    [
      '{"hooks": {"SessionStart": {}}}',
      /as "SessionStart" in it is not a list: write "SessionStart": \[\]$/,
    ],
  ];
  for (const [text, message] of wrong) {
    assert.throws(() => GROUPED.add(text, ENTRY, NAME), { name: "UsageError", message });
  }
});

Deno.test("The hooks of each host are in its own form, for its own events, and end before it loses patience", () => {
  const place = { executable: "/opt/my deno", main: "/opt/dossier/cli/main.ts", cache: "/cache" };
  const roots = [{ name: "web", path: "/src/web" }];
  const options = { ...place, roots };
  const first = (host: string) => {
    const file = findHostSetup(host).files.find(({ part }) => part === "hooks")!;
    const text = file.format.render(file.entry(options, "project"));
    const [event, [item]] = Object.entries(JSON.parse(text).hooks)[0] as [string, [object]];
    return { version: JSON.parse(text).version, event, item: JSON.stringify(item) };
  };
  const write = "--allow-write=/src/web/.dossier,/cache/dossier";
  const claude = first("claude-code");
  assert.equal(claude.event, "SessionStart");
  assert.match(
    claude.item,
    /^\{"hooks":\[\{"type":"command","command":"\/opt\/my deno","args":\["run",/,
  );
  assert.ok(claude.item.includes(`"${write}"`));
  assert.match(claude.item, /"hook","--host","claude-code"\],"timeout":9\}\]\}$/);
  const { files } = findHostSetup("claude-code");
  const ofUser = files.find(({ part }) => part === "hooks")!.entry(options, "user");
  assert.match(JSON.stringify(ofUser), /"--allow-write","--allow-run=git"/);
  assert.match(
    first("codex").item,
    /"command":"'\/opt\/my deno' run .* hook --host codex","timeout":9/,
  );
  const claudeHooks = findHostSetup("claude-code").files.find(({ part }) => part === "hooks")!;
  assert.match(
    JSON.stringify(
      claudeHooks.entry({ ...options, hookSwitches: ["no-search-notes", "quiet"] }, "project"),
    ),
    /"matcher":"Read\|[^"]*\|Bash\|Grep\|Glob",.*"--host","claude-code","--no-search-notes","--quiet"\]/,
  );
  assert.match(first("gemini").item, /^\{"hooks":\[.* hook --host gemini","timeout":9000\}\]\}$/);
  const cursor = first("cursor");
  assert.deepEqual([cursor.version, cursor.event], [1, "sessionStart"]);
  assert.match(
    cursor.item,
    /^\{"type":"command","command":"'\/opt.* --host cursor","timeout":9\}$/,
  );
  const copilot = first("copilot");
  assert.equal(copilot.version, 1);
  assert.match(
    copilot.item,
    /^\{"type":"command","exec":"\/opt\/my deno","args":.*"timeoutSec":9\}$/,
  );
});
