import { mayContainSecret } from "@dossier/core/secret";
import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openEngine } from "../engine.ts";
import { maskValue } from "./mask_value.ts";

/** Joined from parts, so that no file here looks as if it contains a secret. */
const TOKEN = ["ghp_", "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0p", "INUx"].join("");

Deno.test("search() and explain() mask a secret in the name of a result", async () => {
  const password = ["x9Kq", "2vLz7", "Wm4"].join("");
  using workspace = new TempWorkspace({
    "login.md": `# Login ${TOKEN} password="${password}"\n\nHow to log in.\n`,
  });
  using engine = await openEngine({ root: workspace.root });
  for (const found of [await engine.search("login"), await engine.explain("login")]) {
    assert.equal(found.results.length, 1);
    assert.ok(!JSON.stringify(found).includes(TOKEN));
    assert.ok(!JSON.stringify(found).includes(password));
    assert.match(found.results[0]?.symbol ?? "", /^Login «masked: /);
  }
});

Deno.test("maskValue() returns the same object when nothing in it is masked", async () => {
  // The example of a key in the manual of its vendor.
  const value = { text: ["AKIA", "IOSFODNN7", "EXAMPLE"].join("") };
  assert.ok(mayContainSecret(value.text));
  assert.equal(await maskValue(value), value);
  assert.notEqual(await maskValue({ text: TOKEN }), value);
});
