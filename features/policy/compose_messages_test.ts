import type { JsonObject } from "@dossier/core/text";
import { textHash } from "../../retrieval/machine/mod.ts";
import assert from "node:assert/strict";
import { composeIn, FORMS, refused } from "../../tests/composed_policies.ts";
import { makeTree } from "../../tests/temp_tree.ts";
import type { WrittenPolicies } from "../../tests/policy_trees.ts";

const EVENTS: Readonly<Record<string, string>> = {
  system: "build_system_prompt",
  start: "thread_started",
  continue: "thread_continued",
};

/**
 * Returns a hook from the notation `"event position id"`, in the syntax of a form. It fetches the
 * item with its id.
 */
function hook(form: typeof FORMS[number], written: string, more: JsonObject = {}): JsonObject {
  const [event = "", position = "", id = ""] = written.split(" ");
  const action = form === "rye"
    ? { primary: "fetch", "item_type": "knowledge", "item_id": id }
    : { fetch: `knowledge/${id}` };
  return {
    id: `hook-${id}`,
    event: form === "rye" ? EVENTS[event] ?? event : event,
    position,
    action,
    ...more,
  };
}

function hooksFile(form: typeof FORMS[number], hooks: readonly JsonObject[]) {
  return { [form === "rye" ? "config/agent/hooks.yaml" : "hooks.yaml"]: JSON.stringify({ hooks }) };
}

/** Knowledge items with these ids. The text of each is its id in capitals. */
function items(...ids: readonly string[]) {
  return Object.fromEntries(ids.map((id) => [id, id.toUpperCase()]));
}

for (const form of FORMS) {
  const test = (name: string, run: () => Promise<void>) => Deno.test(`${name} (${form})`, run);

  test("R-30: the first message has its seven kinds of parts in order", async () => {
    const project: WrittenPolicies = {
      profiles: {
        root: { context: { before: ["root-before"], after: ["root-after"] } },
        leaf: {
          extends: "root",
          description: "Do",
          permissions: ["fetch.*"],
          context: { before: ["leaf-before"], after: ["leaf-after"] },
          outputs: ["tons"],
          body: "Body.",
        },
      },
      knowledge: items("root-before", "root-after", "leaf-before", "leaf-after", "h1", "h2", "h3"),
      files: hooksFile(form, [
        hook(form, "start after h3"),
        hook(form, "start before h1"),
        hook(form, "start before h2", { wrap: false }),
      ]),
    };
    const { messages, events, palette } = await composeIn(form, { project }, { profile: "leaf" });
    assert.deepEqual(messages, [{
      role: "user",
      content: [
        '<h1 id="h1" type="knowledge">\nH1\n</h1>',
        "H2",
        "ROOT-BEFORE",
        "LEAF-BEFORE",
        '<profile name="leaf">\n<description>Do</description>\n<permissions>\nfetch.*\n</permissions>\nBody.\n' +
        "When the work is done, call profile_return with these fields:\n- tons (string, optional)\n" +
        'When you cannot continue, call profile_return with status="error" and describe the problem in error_detail.\n' +
        "</profile>",
        "ROOT-AFTER",
        "LEAF-AFTER",
        '<h3 id="h3" type="knowledge">\nH3\n</h3>',
      ].join("\n\n"),
    }]);
    assert.deepEqual(events.contextInjected.before, [
      "hook-h1",
      "hook-h2",
      "root-before",
      "leaf-before",
    ]);
    assert.deepEqual(events.contextInjected.after, ["root-after", "leaf-after", "hook-h3"]);
    assert.deepEqual(palette.definitions.map(({ name }) => name), ["profile_return"]);
  });

  test("R-31: what a hook fetches is wrapped in its name, or its id, with a type if it has one", async () => {
    const named = form === "rye"
      ? "```yaml\nname: Harbour\n```\nShips."
      : "---\nname: Harbour\n---\nShips.";
    const fetch = (action: JsonObject, more: JsonObject = {}) =>
      hook(form, "start before x", { action, ...more });
    const run = async (one: JsonObject) => {
      const { blocks: [block] } = await composeIn(form, {
        project: {
          profiles: { leaf: {} },
          knowledge: { "a/harbour": named, "a/tides": "Tides." },
          files: hooksFile(form, [one]),
        },
      }, { profile: "leaf" });
      return block?.text;
    };
    const typed = (id: string) => ({ primary: "fetch", "item_type": "knowledge", "item_id": id });
    const untyped = (id: string) => ({ primary: "fetch", "item_id": id });
    assert.equal(
      await run(fetch(typed("a/harbour"))),
      '<Harbour id="a/harbour" type="knowledge">\nShips.\n</Harbour>',
    );
    assert.equal(await run(fetch(untyped("a/tides"))), '<tides id="a/tides">\nTides.\n</tides>');
    assert.equal(await run(fetch(typed("a/harbour"), { wrap: false })), "Ships.");
  });

  test("R-33: an action that fails does not stop the next one", async () => {
    const { blocks, skipped } = await composeIn(form, {
      project: {
        profiles: { leaf: {} },
        knowledge: items("one", "two"),
        files: hooksFile(form, [hook(form, "start before one", {
          wrap: false,
          actions: [
            { primary: "fetch", "item_type": "knowledge", "item_id": "gone" },
            { primary: "execute", "item_type": "tool", "item_id": "run/it" },
            { primary: "fetch", "item_type": "knowledge", "item_id": "one" },
            { primary: "fetch", "item_type": "knowledge", "item_id": "two" },
          ],
        })]),
      },
    }, { profile: "leaf" });
    assert.deepEqual(blocks.map(({ text }) => text), ["ONE", "TWO"]);
    assert.deepEqual(skipped.map(({ id, reason }) => `${id} ${reason}`), [
      "hook-one not_found",
      "hook-one failed",
    ]);
  });

  test("R-34, R-35: the system prompt is hooks and chain, and its event names what is in it", async () => {
    const project = (context: JsonObject): WrittenPolicies => ({
      profiles: {
        root: { context: { system: ["who", "how", "gone"] } },
        leaf: { extends: "root", context: { system: ["more"], suppress: ["how"] } },
        bare: context as Record<string, never>,
      },
      knowledge: items("who", "how", "more", "build"),
      files: hooksFile(form, [hook(form, "system before build", {
        wrap: false,
        condition: { path: form === "rye" ? "directive" : "profile", value: "leaf" },
      })]),
    });
    const { system, events } = await composeIn(form, { project: project({}) }, { profile: "leaf" });
    assert.equal(system, "BUILD\n\nWHO\n\nMORE");
    assert.deepEqual(events.systemPrompt, {
      text: system,
      layers: ["who", "more"],
      hookLayers: ["hook-build"],
    });
    const bare = await composeIn(form, { project: project({}) }, { profile: "bare" });
    assert.equal(bare.system, "");
    assert.equal(bare.events.systemPrompt, undefined);
  });

  test("R-36: the event of the message lists exactly what is in it", async () => {
    const { messages: [message], blocks, events: { contextInjected } } = await composeIn(form, {
      project: {
        profiles: {
          leaf: { context: { before: ["a", "gone", "empty"], after: ["b"], suppress: ["b"] } },
        },
        knowledge: { ...items("a", "b", "c"), empty: " \n" },
        files: hooksFile(form, [hook(form, "start after c"), hook(form, "start before gone")]),
      },
    }, { profile: "leaf" });
    assert.deepEqual([contextInjected.before, contextInjected.after], [["a"], ["hook-c"]]);
    assert.deepEqual(contextInjected.skipped, [
      { id: "b", reason: "suppressed" },
      { id: "gone", reason: "not_found" },
      { id: "empty", reason: "empty" },
      { id: "hook-gone", reason: "not_found" },
    ]);
    for (const { text } of blocks) assert.ok(message?.content.includes(text));
    assert.deepEqual(contextInjected.blocks.map(({ id, chars }) => [id, chars]), [["a", 1], [
      "hook-c",
      34,
    ]]);
  });

  test("R-36: what a hook fetches that comes to nothing is not in the message, and unknown facts are told", async () => {
    const { messages: [message], events, notes } = await composeIn(form, {
      project: {
        profiles: { leaf: { inputs: { note: {} }, body: "Body." } },
        knowledge: { a: "${inputs.note}", b: "B ${inputs.none}${category}" },
        files: hooksFile(form, [
          hook(form, "start before a"),
          hook(form, "start before b", { wrap: false }),
        ]),
      },
    }, { profile: "leaf" });
    assert.match(message?.content ?? "", /^B\n\n<profile/);
    assert.deepEqual(events.contextInjected.before, ["hook-b"]);
    assert.deepEqual(events.contextInjected.skipped, [{ id: "hook-a", reason: "empty" }]);
    assert.deepEqual(notes, [
      'What the hook "hook-b" fetches contains "${inputs.none}": it has no value',
    ]);
  });

  test("R-36: a hook gives nothing while nothing stands for a part of the id that it fetches", async () => {
    const { events, notes } = await composeIn(form, {
      project: {
        profiles: { leaf: { body: "Body." } },
        knowledge: { a: "A" },
        files: hooksFile(form, [
          hook(form, "start before teams/${inputs.team}"),
          hook(form, "start before a"),
        ]),
      },
    }, { profile: "leaf" });
    assert.deepEqual(events.contextInjected.before, ["hook-a"]);
    assert.deepEqual(events.contextInjected.skipped.map(({ reason }) => reason), ["not_found"]);
    assert.deepEqual(notes, []);
  });

  test("R-18: an id that is one expression names what it stands for, and nothing where that is null", async () => {
    const { events, skipped } = await composeIn(form, {
      project: {
        profiles: { leaf: { inputs: { id: {} }, body: "Body." } },
        knowledge: { a: "A", "7": "Seven", b: "${inputs.none}" },
        files: hooksFile(form, [
          hook(form, "start before ${inputs.id}"),
          hook(form, "start before ${inputs.none||inputs.id}"),
          hook(form, "start before ${inputs.none}"),
          hook(form, "start before b"),
        ]),
      },
    }, { profile: "leaf", inputs: { id: "7" } });
    assert.equal(events.contextInjected.before.length, 2);
    assert.deepEqual(skipped.map(({ reason, detail }) => [reason, detail]), [
      ["not_found", 'its ID contains "${inputs.none}": it has no value'],
      ["empty", 'it contains only "${inputs.none}": it has no value'],
    ]);
  });

  test("R-39: a thread goes on from its newest messages, with hooks before what continues it", async () => {
    using tree = makeTree();
    const lines = [
      { role: "user", content: "old" },
      { role: "assistant", content: "x".repeat(64_000) },
      { "event_type": "cognition_in", payload: { text: "again" } },
      { "event_type": "cognition_out", payload: { text: "done" } },
    ].map((line) => `${JSON.stringify(line)}\n`).join("");
    const payload = { "byte_offset": lines.length, hash: await textHash(lines) };
    const transcript = `${lines}${JSON.stringify({ "event_type": "checkpoint", payload })}\n`;
    const path = `${tree.root}/thread.jsonl`;
    const run = (text: string) => {
      Deno.writeTextFileSync(path, text);
      const name = form === "rye" ? "rye/agent/continuation" : "dossier/continuation";
      return composeIn(form, {
        project: {
          profiles: { leaf: { context: { before: ["a"] } }, [name]: { body: "Go on." } },
          knowledge: items("a", "again"),
          files: hooksFile(form, [hook(form, "continue after again", { wrap: false })]),
        },
      }, { profile: "leaf", resume: path });
    };
    const { messages, events, notes } = await run(transcript);
    assert.deepEqual(messages, [
      { role: "user", content: "again" },
      { role: "assistant", content: "done" },
      { role: "user", content: "AGAIN\n\nGo on." },
    ]);
    assert.deepEqual(events.contextInjected.after, ["hook-again"]);
    assert.deepEqual(notes, []);
    await assert.rejects(
      run(transcript.replace("done", "gone")),
      refused("tampered-item", /in line 5/),
    );
    const unsigned = await run(lines);
    assert.match(unsigned.notes[0] ?? "", /has no checkpoint/);
    await assert.rejects(run("no JSON"), refused("invalid-transcript", /line 1 is not valid JSON/));
  });

  test("R-45: with budgets an item is left out that does not fit, and none is given twice", async () => {
    const settings = form === "rye" ? "config/agent/resilience.yaml" : "policy.yaml";
    const words = (tokens: number) => "abcd".repeat(tokens);
    const front = form === "rye" ? "```yaml\n" : "---\n";
    const back = form === "rye" ? "```\n" : "---\n";
    const { blocks, skipped } = await composeIn(form, {
      project: {
        profiles: {
          leaf: {
            context: {
              system: ["big", "huge", "small"],
              before: ["small", "note"],
              suppress: ["kept"],
            },
          },
        },
        knowledge: {
          big: words(3990),
          huge: words(11),
          small: words(10),
          note: `${front}references: [more, kept, gone]\nextends: base\n${back}Note`,
          more: "More",
          kept: "Kept",
          base: "Base",
        },
        files: { [settings]: "compose: budgeted\n" },
      },
    }, { profile: "leaf" });
    assert.deepEqual(blocks.map(({ id, position }) => `${position} ${id}`), [
      ...["system big", "system small", "before base", "before note", "before more"],
    ]);
    assert.deepEqual(skipped.map(({ id, reason }) => `${id} ${reason}`), [
      ...["kept suppressed", "gone not_found", "huge over_budget", "small excluded"],
    ]);
  });

  test("R-45: an item that is asked for brings what it refers to, also when another refers to it", async () => {
    const settings = form === "rye" ? "config/agent/resilience.yaml" : "policy.yaml";
    const [front, back] = form === "rye" ? ["```yaml\n", "```\n"] : ["---\n", "---\n"];
    const { blocks, skipped } = await composeIn(form, {
      project: {
        profiles: { leaf: { context: { before: ["first", "second"] } } },
        knowledge: {
          first: `${front}references: third\n${back}First`,
          second: `${front}references: first\n${back}Second`,
          third: `${front}references: fourth\n${back}Third`,
          fourth: "Fourth",
        },
        files: { [settings]: "compose: budgeted\n" },
      },
    }, { profile: "leaf" });
    assert.deepEqual(blocks.map(({ text }) => text), ["First", "Third", "Second"]);
    assert.deepEqual(skipped, []);
  });

  test("R-13: without permissions nothing is composed where that is denied", async () => {
    const settings = form === "rye" ? "config/agent/resilience.yaml" : "policy.yaml";
    const project = { profiles: { leaf: {} }, files: { [settings]: "no_permissions: deny\n" } };
    await assert.rejects(
      composeIn(form, { project }, { profile: "leaf" }),
      refused("nothing-permitted", /"leaf" as it has no permissions/),
    );
  });

  test("R-40: an unknown limit fails, and a thread that is started has no more than its parent", async () => {
    const project = { profiles: { leaf: { limits: { turns: 50 } }, odd: { limits: { turn: 1 } } } };
    const limits = { turns: 9, tokens: 1, spend: 1, spawns: 1, depth: 1, "duration_seconds": 9 };
    const parent = { id: "p", capabilities: ["fetch.*"], limits, spawned: 1 };
    const started = await composeIn(form, { project }, { profile: "leaf", parent });
    assert.deepEqual([started.limits.turns, started.limits.depth, started.permissions], [9, 0, [
      "fetch.*",
    ]]);
    await assert.rejects(
      composeIn(form, { project }, { profile: "odd" }),
      refused("invalid-limits", /odd.md" as .*"turn".*did you mean "turns"/),
    );
    const deep = { ...parent, limits: { ...limits, depth: 0 } };
    await assert.rejects(
      composeIn(form, { project }, { profile: "leaf", parent: deep }),
      refused("limit-exceeded", /depth/),
    );
  });
}
