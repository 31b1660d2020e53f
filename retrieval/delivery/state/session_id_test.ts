import assert from "node:assert/strict";
import fc from "fast-check";
import { exampleDraft } from "../../../tests/example_draft.ts";
import { findSession } from "../../../tests/find_session.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { appendInjection } from "./append_injection.ts";
import { openState } from "./open_state.ts";
import { listInjections } from "./read_injections.ts";
import { checkSessionId, MAX_SESSION_ID_LENGTH } from "./session_id.ts";

Deno.test("checkSessionId() accepts any text that can be stored", () => {
  const ids = ["a", " ", "a/b\\c", `it's "x"`, "👩‍👩‍👧 é", "%_*", "'; DROP TABLE sessions; --", "0"];
  for (const id of [...ids, "x".repeat(MAX_SESSION_ID_LENGTH)]) checkSessionId(id);
});

Deno.test("checkSessionId() rejects a text that cannot be stored, in one sentence", () => {
  const refused = [
    ["", /^Cannot use the session as the id must not be empty$/],
    ["x".repeat(201), /must be at most 200 characters long: current length is 201$/],
    ["a\nb", /must not contain control characters or line ends: character 2 is U\+000A$/],
    ["\0", /U\+0000$/],
    ["\x1b[2J", /U\+001B$/],
    ["a\u2028", /U\+2028$/],
    ["\ud83d", /U\+D83D$/],
  ] as const;
  for (const [id, message] of refused) {
    assert.throws(() => checkSessionId(id), { code: "invalid-session", message });
  }
});

Deno.test("a session is found by its exact id, and by no other", async () => {
  using workspace = new TempWorkspace();
  using state = await openState(workspace.root);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 20 }), async (id) => {
      try {
        checkSessionId(id);
      } catch {
        await assert.rejects(async () =>
          await appendInjection(state, { ...exampleDraft(1), session: id })
        );
        await assert.rejects(async () => await listInjections(state, { session: id }));
        return;
      }
      const known = await findSession(state, id) !== undefined;
      const before = (await listInjections(state, { session: id, limit: 1000 })).length;
      assert.equal(known, before > 0);
      await appendInjection(state, { ...exampleDraft(1, { fragments: 0 }), session: id });
      const listed = await listInjections(state, { session: id, limit: 1000 });
      assert.equal(listed.length, before + 1);
      assert.ok(listed.every(({ session }) => session === id));
      assert.equal((await findSession(state, id))?.id, id);
    }),
  );
});
