import assert from "node:assert/strict";
import { parse } from "yaml";
import { GUIDE_FORMAT } from "./guide_format.ts";
import { HOSTS } from "./host.ts";

const NAME = '"SKILL.md"';
const OPTIONS = { executable: "/bin/dossier", main: undefined, roots: [], cache: undefined };

Deno.test("The skill of each host says in under a thousand characters when to use what", () => {
  for (const { name, files } of HOSTS) {
    const file = files.find(({ part }) => part === "skill")!;
    for (const scope of ["project", "user"] as const) {
      const text = file.format.render(file.entry(OPTIONS, scope));
      const [, head = "", body = ""] = text.split("---\n");
      assert.ok(body.length < 1000, `${name}: ${body.length}`);
      const fields = parse(head);
      assert.ok(fields.description.length > 0 && fields.description.length <= 1024);
      if (!file.path(scope, { project: "/p", home: "/h" }).endsWith("SKILL.md")) continue;
      assert.equal(fields.name, "dossier");
    }
  }
});

Deno.test("GUIDE_FORMAT knows a text of its own, of any version and with any ends of lines", () => {
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
});

Deno.test("GUIDE_FORMAT leaves a text alone that others wrote or changed", () => {
  const own = GUIDE_FORMAT.render({ text: "rule\n" });
  const wrong: readonly (readonly [string, RegExp])[] = [
    ["# mine\n", /as dossier has not written it: rename or remove it$/],
    [own.replace("rule", "my rule"), /as it was changed since: remove it by hand$/],
  ];
  for (const [text, message] of wrong) {
    for (
      const edit of [
        () => GUIDE_FORMAT.add(text, { text: "" }, NAME),
        () => GUIDE_FORMAT.remove(text, NAME),
      ]
    ) {
      assert.throws(edit, { name: "UsageError", message });
    }
  }
});
