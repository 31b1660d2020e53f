import assert from "node:assert/strict";
import { POLICY_WORDS, renderPrompt } from "./prompt.ts";

const UNLOAD = {
  ...{ name: "unload", description: "Unload a ship & rest", body: "Unload Ada.\n" },
  permissions: ["execute.tool.crane.*", "fetch.profile.a", "fetch.*", "*"],
  permissionsText: "",
  outputs: [
    { name: "tons", type: "number", required: true, description: "what was carried" },
    { name: "remark", type: "string", required: false },
  ],
};

Deno.test("renderPrompt() writes the profile in lines between tags", () => {
  assert.equal(
    renderPrompt(UNLOAD, POLICY_WORDS.dossier),
    `<profile name="unload">
<description>Unload a ship &amp; rest</description>
<permissions>
execute.tool.crane.*
fetch.profile.a
fetch.*
*
</permissions>
Unload Ada.
When the work is done, call profile_return with these fields:
- tons (number, required): what was carried
- remark (string, optional)
When something stands in the way, call profile_return with status="error" and say what it is in error_detail.
</profile>`,
  );
});

Deno.test("renderPrompt() in the words of the seed shows the permissions as they are written", () => {
  const raw = "<permissions><execute><tool>crane.*</tool></execute></permissions>";
  const prompt = renderPrompt({ ...UNLOAD, permissionsText: raw, outputs: [] }, POLICY_WORDS.rye);
  assert.deepEqual(prompt.split("\n").slice(0, 3), [
    '<directive name="unload">',
    "<description>Unload a ship &amp; rest</description>",
    raw,
  ]);
  assert.deepEqual(renderPrompt(UNLOAD, POLICY_WORDS.rye).split("\n").slice(2, 8), [
    "<permissions>",
    "<execute><tool>crane.*</tool></execute>",
    "<fetch><directive>a</directive></fetch>",
    "<fetch>*</fetch>",
    "*",
    "</permissions>",
  ]);
});

Deno.test("renderPrompt() says nothing of a description that there is none of", () => {
  const profile = {
    ...UNLOAD,
    description: "",
    permissions: [],
    permissionsText: "",
    outputs: [],
  };
  assert.equal(
    renderPrompt(profile, POLICY_WORDS.dossier),
    '<profile name="unload">\nUnload Ada.\n</profile>',
  );
});
