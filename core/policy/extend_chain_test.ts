import assert from "node:assert/strict";
import { extendChain } from "./extend_chain.ts";
import { PolicyError } from "./policy_error.ts";

/** Loads profiles from `"a > b"`: a extends b. */
function loader(...written: readonly string[]) {
  const profiles = new Map(written.map((line) => {
    const [id = "", parent] = line.split(" > ");
    return [id, { id, ...(parent === undefined ? {} : { extends: parent }) }];
  }));
  return (id: string) => {
    const found = profiles.get(id);
    if (found !== undefined) return Promise.resolve(found);
    return Promise.reject(new PolicyError("profile-not-found", `Cannot find the profile "${id}"`));
  };
}

async function chainOf(leaf: string, ...written: readonly string[]) {
  const load = loader(...written);
  return (await extendChain(await load(leaf), load)).map(({ id }) => id);
}

Deno.test("extendChain() returns the root first", async () => {
  assert.deepEqual(await chainOf("a", "a > b", "b > c", "c"), ["c", "b", "a"]);
  assert.deepEqual(await chainOf("a", "a"), ["a"]);
});

Deno.test("extendChain() refuses a circle, and names the way", async () => {
  const refused = (code: string, message: RegExp) => (error: unknown) =>
    error instanceof PolicyError && error.code === code && message.test(error.message);
  await assert.rejects(
    chainOf("a", "a > b", "b > a"),
    refused("circular-profile", /"a" extends itself \(chain: a → b → a\)/),
  );
  await assert.rejects(chainOf("a", "a > a"), refused("circular-profile", /chain: a → a/));
  await assert.rejects(
    chainOf("a", "a > b", "b > lost"),
    refused("profile-not-found", /"lost" can not be loaded \(chain: a → b → lost\)/),
  );
});

Deno.test("extendChain() follows a thousand parents, and shows the ends of a long circle", async () => {
  const written = Array.from({ length: 1000 }, (_, index) => `p${index} > p${index + 1}`);
  assert.equal((await chainOf("p0", ...written, "p1000")).length, 1001);
  await assert.rejects(
    chainOf("p0", ...written, "p1000 > p0"),
    /chain: p0 → p1 → p2 → p3 → p4 → 992 more → p997 → p998 → p999 → p1000 → p0\)/,
  );
});
