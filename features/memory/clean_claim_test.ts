import assert from "node:assert/strict";
import { cleanClaim } from "./clean_claim.ts";

const GITHUB_TOKEN = `ghp_${"aB3dE5gH7j".repeat(3)}aB3dE5`;

Deno.test("cleanClaim() keeps no control characters, and single blanks", async () => {
  const { content, reason, tags } = await cleanClaim({
    content: "  Uploads \x1b[31mare\x1b[0m\t retried\u0007 ",
    reason: "\u0000",
    tags: [" a ", "\u0007"],
  });
  assert.equal(content, "Uploads are retried");
  assert.equal(reason, undefined);
  assert.deepEqual(tags, ["a"]);
});

Deno.test("cleanClaim() keeps nothing that is not shown", async () => {
  const { content } = await cleanClaim({
    content: "\ufeffNever\u202e push\u2066 on\u200b\u00ad Fri\u2060days\u{e0041}\u{e0042}",
  });
  assert.equal(content, "Never push on Fridays");
  const parted = `${GITHUB_TOKEN.slice(0, 20)}\u200b${GITHUB_TOKEN.slice(20)}`;
  assert.doesNotMatch((await cleanClaim({ content: parted })).content, /aB3dE5gH7j/);
});

Deno.test("cleanClaim() masks secrets, also one that a character which is not shown parts", async () => {
  const parted = `${GITHUB_TOKEN.slice(0, 20)}\u0000${GITHUB_TOKEN.slice(20)}`;
  const claim = {
    content: `Use the token ${GITHUB_TOKEN}`,
    reason: `as ${parted} works`,
    tags: [GITHUB_TOKEN],
    evidence: parted,
  };
  const cleaned = JSON.stringify(await cleanClaim(claim));
  assert.ok(!cleaned.includes(GITHUB_TOKEN.slice(20)), cleaned);
});

Deno.test("cleanClaim() refuses an empty and a long claim", async () => {
  for (const claim of [{ content: " \u0007 " }, { content: "x", reason: "y".repeat(2001) }]) {
    await assert.rejects(cleanClaim(claim), { code: "invalid-observation" });
  }
});
