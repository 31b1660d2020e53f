import { DEFAULT_RUN_LIMITS } from "./core/mod.ts";
import type { JsonObject } from "@dossier/core/text";
import assert from "node:assert/strict";
import { composeIn, FORMS, refused } from "../../tests/composed_policies.ts";
import { sampleSecrets } from "../../tests/sample_secrets.ts";
import type { WrittenPolicies } from "../../tests/policy_trees.ts";

const HARBOUR = {
  who: "You are a pilot.",
  how: "Go slowly.",
  tides: "Tides turn.",
  list: "1. Moor",
};

/** Returns the hooks file of a form, with hooks that select a profile. */
function routeFile(form: typeof FORMS[number], hooks: readonly JsonObject[]) {
  const path = form === "rye" ? "config/agent/hooks.yaml" : "hooks.yaml";
  const events = { rye: "resolve_extends", dossier: "route" };
  return {
    [path]: JSON.stringify({ hooks: hooks.map((hook) => ({ event: events[form], ...hook })) }),
  };
}

const extend = (form: typeof FORMS[number], id: string): JsonObject =>
  form === "rye" ? { set_extends: id } : { extend: id };

for (const form of FORMS) {
  const test = (name: string, run: () => Promise<void>) => Deno.test(`${name} (${form})`, run);

  test("R-20: the first hook that holds and names a parent routes, the project's before the user's", async () => {
    const parents = { leaf: {}, mine: {}, yours: {}, late: {}, own: {} };
    const route = async (
      project: readonly JsonObject[],
      user: readonly JsonObject[],
      leaf = {},
    ) => {
      const { route, chain, notes } = await composeIn(form, {
        project: { profiles: { ...parents, leaf }, files: routeFile(form, project) },
        user: { files: routeFile(form, user) },
      }, { profile: "leaf" });
      const told = route?.replaced === undefined ? [] : [
        `The hook "a" gives "leaf" the parent "${route.parent}" in place of "${route.replaced}"`,
      ];
      assert.deepEqual(notes, told);
      return { parent: chain.at(-2)?.id, replaced: route?.replaced };
    };
    const mine = { id: "a", action: extend(form, "mine") };
    const yours = { id: "b", action: extend(form, "yours") };
    const never = { condition: { path: "category", value: "other" } };
    assert.equal((await route([mine, yours], [])).parent, "mine");
    assert.equal((await route([{ ...mine, ...never }, yours], [])).parent, "yours");
    assert.equal((await route([{ id: "c", action: {} }, yours], [])).parent, "yours");
    assert.equal((await route([yours], [mine])).parent, "yours");
    assert.equal((await route([{ ...yours, layer: 5 }], [mine])).parent, "mine");
    assert.deepEqual(await route([mine], [], { extends: "own" }), {
      parent: "mine",
      replaced: "own",
    });
    await assert.rejects(
      route([{ id: "c", action: extend(form, "leaf") }], []),
      refused("circular-profile", /\(the hook "c" gives "leaf" the parent "leaf"\)$/),
    );
    assert.deepEqual(await route([], [], { extends: "own" }), {
      parent: "own",
      replaced: undefined,
    });
  });

  test("R-22: without a match and a parent there is no chain, and its own items are given", async () => {
    const { chain, system, events } = await composeIn(form, {
      project: {
        profiles: { leaf: { context: { system: ["who"], after: ["list"] } } },
        knowledge: HARBOUR,
      },
    }, { profile: "leaf" });
    assert.deepEqual(chain.map(({ id }) => id), ["leaf"]);
    assert.equal(system, HARBOUR.who);
    assert.deepEqual(events.contextInjected.after, ["list"]);
  });

  test("R-23: a chain of two and of three gives its lists from the root to the leaf", async () => {
    const project: WrittenPolicies = {
      profiles: {
        root: { context: { system: ["who"], before: ["tides"] } },
        middle: { extends: "root", context: { before: ["how"] } },
        leaf: { extends: "middle", context: { after: ["list"] } },
      },
      knowledge: HARBOUR,
    };
    const { chain, system, events } = await composeIn(form, { project }, { profile: "leaf" });
    assert.deepEqual(chain.map(({ id }) => id), ["root", "middle", "leaf"]);
    assert.equal(system, HARBOUR.who);
    assert.deepEqual(events.contextInjected.before, ["tides", "how"]);
    assert.deepEqual(events.contextInjected.after, ["list"]);
    const two = await composeIn(form, { project }, { profile: "middle" });
    assert.deepEqual(two.events.contextInjected.before, ["tides", "how"]);
  });

  test("R-24: an item of parent and child is given once, at the parent's place", async () => {
    const { system, blocks } = await composeIn(form, {
      project: {
        profiles: {
          root: { context: { system: ["who", "how"] } },
          leaf: { extends: "root", context: { system: ["tides", "who"] } },
        },
        knowledge: HARBOUR,
      },
    }, { profile: "leaf" });
    assert.equal(system, [HARBOUR.who, HARBOUR.how, HARBOUR.tides].join("\n\n"));
    assert.deepEqual(blocks.map(({ id, source, profile }) => `${id} ${source} ${profile}`), [
      "who extends root",
      "how extends root",
      "tides profile leaf",
    ]);
  });

  test("R-25: a circle fails and names the way, and so does a parent that is not there", async () => {
    const project = {
      profiles: {
        a: { extends: "b" },
        b: { extends: "a" },
        self: { extends: "self" },
        c: { extends: "gone" },
      },
    };
    const run = (profile: string) => composeIn(form, { project }, { profile });
    await assert.rejects(run("a"), refused("circular-profile", /chain: a → b → a/));
    await assert.rejects(run("self"), refused("circular-profile", /chain: self → self/));
    await assert.rejects(run("c"), refused("profile-not-found", /"gone"/));
  });

  test("R-25: a circle through three spaces fails", async () => {
    await assert.rejects(
      composeIn(form, {
        project: { profiles: { a: { extends: "b" } } },
        user: { profiles: { b: { extends: "c" } } },
        system: { profiles: { c: { extends: "a" } } },
      }, { profile: "a" }),
      refused("circular-profile", /chain: a → b → c → a/),
    );
  });

  test("R-26: what one of the chain suppresses is not given, by the whole id only", async () => {
    const run = async (middle: readonly string[], leaf: readonly string[]) => {
      const { events, skipped } = await composeIn(form, {
        project: {
          profiles: {
            root: { context: { system: ["a/protocol/sign"] } },
            middle: { extends: "root", context: { suppress: middle } },
            leaf: { extends: "middle", context: { system: ["who"], suppress: leaf } },
          },
          knowledge: { ...HARBOUR, "a/protocol/sign": "Sign." },
        },
      }, { profile: "leaf" });
      const reasons = skipped.map(({ id, reason }) => `${id} ${reason}`);
      return [events.systemPrompt?.layers ?? [], reasons];
    };
    assert.deepEqual(await run([], ["a/protocol/sign"]), [["who"], ["a/protocol/sign suppressed"]]);
    assert.deepEqual(await run(["who"], []), [["a/protocol/sign"], ["who suppressed"]]);
    assert.deepEqual(await run(["nothing"], ["protocol/sign", "sign"]), [
      ["a/protocol/sign", "who"],
      [],
    ]);
  });

  test("R-27: a replacement stands for what is suppressed", async () => {
    const { system } = await composeIn(form, {
      project: {
        profiles: {
          root: { context: { system: ["who"] } },
          leaf: { extends: "root", context: { system: ["how"], suppress: ["who"] } },
        },
        knowledge: HARBOUR,
      },
    }, { profile: "leaf" });
    assert.equal(system, HARBOUR.how);
  });

  test("R-29: a missing item is left out and told, a tampered one fails", async () => {
    const project = (who: string): WrittenPolicies => ({
      profiles: { leaf: { context: { system: ["who", "gone"], before: ["how"] } } },
      knowledge: { ...HARBOUR, who },
    });
    const { system, skipped } = await composeIn(form, { project: project("Me.") }, {
      profile: "leaf",
    });
    assert.equal(system, "Me.");
    assert.deepEqual(skipped.map(({ id, reason }) => `${id} ${reason}`), ["gone not_found"]);
    const vendor = form === "rye" ? "rye" : "dossier";
    const line = `<!-- ${vendor}:signed:2031-01-02T03:04:05Z:${"0".repeat(64)} -->\nMe.`;
    await assert.rejects(
      composeIn(form, { project: project(line) }, { profile: "leaf" }),
      refused("tampered-item", /who\.md" as it was changed after it was signed \(line 1\)/),
    );
  });

  test("R-37: an item of the project hides that of the system in every profile that extends the base", async () => {
    const system = {
      profiles: { base: { context: { system: ["who"] } }, other: { extends: "base" } },
      knowledge: { who: "System." },
    };
    const project = { profiles: { leaf: { extends: "base" } }, knowledge: { who: "Project." } };
    for (const profile of ["leaf", "other", "base"]) {
      const { system: text, blocks: [block] } = await composeIn(form, { project, system }, {
        profile,
      });
      assert.equal(text, "Project.");
      assert.equal(block?.origin.space, "project");
      assert.equal(block?.origin.shadows.length, 1);
    }
  });

  test("R-38: a leaf without permissions has those of its nearest ancestor", async () => {
    const project = {
      profiles: {
        root: { permissions: ["fetch.*"] },
        middle: { extends: "root", permissions: ["execute.tool.a.*"] },
        leaf: { extends: "middle" },
        own: { extends: "middle", permissions: ["sign.*"] },
      },
    };
    const run = async (profile: string) => {
      const { inherited } = await composeIn(form, { project }, { profile });
      return [inherited.permissions, inherited.permissionsFrom];
    };
    assert.deepEqual(await run("leaf"), [["execute.tool.a.*"], "middle"]);
    assert.deepEqual(await run("own"), [["sign.*"], "own"]);
  });

  test("R-43: a risk is acknowledged by who permits it or extends that, not by what is extended", async () => {
    const acknowledge = { acknowledge: [{ risk: "unrestricted", reason: "try" }] };
    const project = {
      profiles: {
        root: { permissions: ["fetch.*"], ...acknowledge },
        wider: { extends: "root", permissions: ["*"] },
        meant: { extends: "wider", ...acknowledge },
      },
    };
    await assert.rejects(
      composeIn(form, { project }, { profile: "wider" }),
      refused("risk-not-acknowledged", /"\*"/),
    );
    const { permissions } = await composeIn(form, { project }, { profile: "meant" });
    assert.deepEqual(permissions, ["*"]);
  });

  test("R-38: a thread that is started is told what it may do, which is no more than its parent may", async () => {
    const project = { profiles: { leaf: { permissions: ["execute.tool.a.*", "sign.*"] } } };
    const run = (...capabilities: string[]) =>
      composeIn(form, { project }, {
        profile: "leaf",
        words: form,
        parent: { id: "p", capabilities, limits: { ...DEFAULT_RUN_LIMITS }, spawned: 1 },
      });
    const same = await run("*");
    assert.deepEqual(same.permissions, ["execute.tool.a.*", "sign.*"]);
    const less = await run("execute.tool.a.b");
    assert.deepEqual(less.permissions, ["execute.tool.a.b"]);
    const prompt = less.messages[0]?.content ?? "";
    assert.match(prompt, /<permissions>[^]*a\.b[^]*<\/permissions>/);
    assert.doesNotMatch(prompt, /a\.\*|sign/);
    await assert.rejects(
      run("fetch.*"),
      refused("nothing-permitted", /none of the requested permissions/),
    );
    await assert.rejects(run(), refused("nothing-permitted", /"leaf"/));
  });

  test("R-41: inputs are filled into the body in all their forms", async () => {
    const body = "{input:x} {input:y?} {input:y:d} {input:y|e} {input:y} {input:z} ${x}";
    const { messages: [message] } = await composeIn(form, {
      project: {
        profiles: { leaf: { inputs: { x: { required: true }, z: { default: "Z" } }, body } },
      },
    }, { profile: "leaf", inputs: { x: "{input:y}" } });
    assert.ok(message?.content.includes("\n{input:y}  d e {input:y} Z ${x}\n"));
    await assert.rejects(
      composeIn(form, { project: { profiles: { leaf: { inputs: { x: { required: true } } } } } }, {
        profile: "leaf",
      }),
      refused("invalid-inputs", /without the input "x"/),
    );
  });

  test("a secret in an item, a profile or an input is masked wherever the prompt shows it", async () => {
    const [inItem = "", inProfile = "", inInput = ""] = [7, 8, 9]
      .map((seed) => sampleSecrets(seed)["github"]![0]!);
    const composed = await composeIn(form, {
      project: {
        profiles: {
          leaf: {
            context: { system: ["who"] },
            inputs: { x: {} },
            body: `Use ${inProfile} and {input:x}.`,
          },
        },
        knowledge: { who: `Push with ${inItem}.` },
      },
    }, { profile: "leaf", inputs: { x: inInput } });
    const text = JSON.stringify(composed);
    for (const secret of [inItem, inProfile, inInput]) assert.ok(!text.includes(secret));
    assert.match(composed.system, /^Push with «masked: [\w-]+»\.$/);
    assert.ok(composed.notes.includes("Secrets are masked in the prompt"));
  });

  test("a policy gives the same prompt whatever its lines end in", async () => {
    const written = (end: string) =>
      composeIn(form, {
        project: {
          profiles: { leaf: { context: { before: ["plain", "named"] }, body: `One.${end}Two.` } },
          knowledge: {
            plain: `a${end}b${end}`,
            named: form === "rye"
              ? ["```yaml", "name: N", "```", "c", "d"].join(end)
              : ["---", "name: N", "---", "c", "d"].join(end),
          },
        },
      }, { profile: "leaf" });
    const { messages: [message] } = await written("\r\n");
    assert.deepEqual(message, (await written("\n")).messages[0]);
    assert.match(message?.content ?? "", /^a\nb\n\nc\nd\n\n<profile[^]*One\.\nTwo\./);
  });

  test("R-46: an item whose id leads out of its folder fails, and so does such a profile", async () => {
    const project = { profiles: { leaf: { context: { system: ["../../secret"] } } } };
    await assert.rejects(
      composeIn(form, { project }, { profile: "leaf" }),
      refused("invalid-item-id", /secret.*\(the profile "leaf" requests it\)$/),
    );
    const hook = "{ item_type: knowledge, item_id: '${inputs.area}' }";
    const hooks = `hooks: [{ id: area, event: thread_started, action: ${hook} }]\n`;
    const files = { "hooks.yaml": hooks, "config/agent/hooks.yaml": hooks };
    await assert.rejects(
      composeIn(form, { project: { profiles: { leaf: {} }, files } }, {
        profile: "leaf",
        inputs: { area: "../../secret" },
      }),
      refused("invalid-item-id", /secret.*\(the hook "area" fetches it\)$/),
    );
    for (const profile of ["../leaf", "/leaf", "a\\b", "a\0b", ""]) {
      await assert.rejects(
        composeIn(form, { project }, { profile }),
        refused("invalid-item-id", /is not an ID/),
      );
    }
  });
}
