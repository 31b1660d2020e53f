import assert from "node:assert/strict";
import { CONTINUATION, resumeMessages } from "./resume.ts";

const say = (written: string) => {
  const [role = "", content = ""] = written.split(": ");
  return { role, content };
};

Deno.test("resumeMessages() keeps what fits, from a message of the user on", () => {
  const earlier = ["user: old", "assistant: 12345678", "user: 1234", "assistant: 1234"].map(say);
  // Two tokens hold the last two messages; the one before needs two more.
  const messages = resumeMessages(earlier, { ceiling: 2, hooks: ["be brief"], continuation: "on" });
  assert.deepEqual(messages, ["user: 1234", "assistant: 1234", "user: be brief\n\non"].map(say));
  const all = resumeMessages(earlier, { ceiling: 100 });
  assert.deepEqual(all, [...earlier, say(`user: ${CONTINUATION}`)]);
});

Deno.test("resumeMessages() keeps at least the last message, unless it is not the user's", () => {
  const long = "x".repeat(100);
  const kept = resumeMessages([say("user: a"), say(`user: ${long}`)], { ceiling: 1 });
  assert.deepEqual(kept.map(({ content }) => content), [long, CONTINUATION]);
  assert.equal(resumeMessages([say(`assistant: ${long}`)], { ceiling: 1 }).length, 1);
  assert.equal(resumeMessages([], {}).length, 1);
});
