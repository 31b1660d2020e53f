import assert from "node:assert/strict";
import { parse } from "yaml";
import { GUIDE_FORMAT } from "./guide_format.ts";
import { planEdits } from "./edit_config.ts";
import { HOST_SETUPS } from "./host_setup.ts";

const NAME = '"SKILL.md"';
const OPTIONS = { executable: "/bin/dossier", main: undefined, roots: [], cache: undefined };

Deno.test("The texts of each host say in under a thousand characters when to use what", () => {
  for (const { name, files } of HOST_SETUPS) {
    for (const file of files.filter(({ part }) => part === "skill")) {
      for (
        const [scope, hasServer] of [["project", true], ["user", true], ["user", false]] as const
      ) {
        const text = file.format.render(file.entry({ ...OPTIONS, hasServer }, scope));
        const [, head = "", body = ""] = text.split("---\n");
        assert.ok(body.length < 1000, `${name} ${file.label}: ${body.length}`);
        const fields = parse(head);
        assert.ok(fields.description.length > 0 && fields.description.length <= 1024);
        const path = file.path(scope, { project: "/p", home: "/h" });
        if (path.endsWith("SKILL.md")) assert.equal(fields.name, "dossier");
        assert.doesNotMatch(body, /\b(?:MUST|NEVER|ALWAYS|IMPORTANT)\b/);
      }
    }
  }
});

Deno.test("GUIDE_FORMAT detects a text of dossier of any version and with any line endings", () => {
  const old = GUIDE_FORMAT.render({ text: "old\n" });
  assert.equal(GUIDE_FORMAT.add(old, { text: "old\n" }, NAME), old);
  const crlf = old.replaceAll("\n", "\r\n");
  assert.equal(GUIDE_FORMAT.add(crlf, { text: "old\n" }, NAME), crlf);
  assert.equal(
    GUIDE_FORMAT.add(old, { text: "new\n" }, NAME),
    GUIDE_FORMAT.render({ text: "new\n" }),
  );
  assert.equal(GUIDE_FORMAT.remove(old, NAME), undefined);
  assert.equal(GUIDE_FORMAT.find("\n", NAME), undefined);
  // With an addition below our mark, the file is a changed file of dossier, and not a foreign one.
  assert.equal(GUIDE_FORMAT.find(`${old}Mine.\n`, NAME)?.["ownership"], "changed");
  assert.equal(GUIDE_FORMAT.find("Mine.\n", NAME)?.["ownership"], "foreign");
});

Deno.test("planEdits() preserves a text that others wrote or changed, and removes the rest", () => {
  const { ownership } = HOST_SETUPS[0]!.files.find(({ part }) => part === "skill")!;
  const own = GUIDE_FORMAT.render({ text: "rule\n" });
  const changed = own.replace("rule", "my rule");
  const folder = Deno.makeTempDirSync({ prefix: "dossier-" });
  try {
    const path = `${folder}/SKILL.md`;
    const plan = (text: string, entry: { readonly text: string } | undefined) => {
      Deno.writeTextFileSync(path, text);
      const { outcomes, after } = planEdits([{ format: GUIDE_FORMAT, ownership, entry }], { path });
      return [...outcomes, after];
    };
    assert.deepEqual(plan(changed, undefined), ["kept", changed]);
    assert.deepEqual(plan(changed, { text: "new\n" }), ["kept", changed]);
    assert.deepEqual(plan("# mine\n", undefined), ["foreign", "# mine\n"]);
    assert.deepEqual(plan(own, undefined), ["removed", undefined]);
    assert.throws(() => plan("# mine\n", { text: "" }), {
      name: "UsageError",
      message: /as dossier has not written it: rename or remove it first$/,
    });
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
