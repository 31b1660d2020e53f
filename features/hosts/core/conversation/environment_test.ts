import { isHostText } from "../hosts/mod.ts";
import assert from "node:assert/strict";
import { changedEnvironment, renderEnvironment, type Sandbox } from "./environment.ts";

const WRITABLE: Sandbox = {
  mode: "workspace-write",
  networkAccess: false,
  writableRoots: ["/home/ada/ship", "/tmp"],
};

Deno.test("C-9: renderEnvironment() writes a full environment in the order of its elements", () => {
  const text = renderEnvironment({
    timezone: "Europe/Berlin",
    currentDate: "2026-02-03",
    shell: "zsh",
    sandbox: WRITABLE,
    approvalPolicy: "on-request",
    cwd: "/home/ada/salt & pepper",
  });
  assert.equal(
    text,
    `<environment_context>
  <cwd>/home/ada/salt &amp; pepper</cwd>
  <approval_policy>on-request</approval_policy>
  <sandbox_mode>workspace-write</sandbox_mode>
  <network_access>restricted</network_access>
  <writable_roots>
    <root>/home/ada/ship</root>
    <root>/tmp</root>
  </writable_roots>
  <shell>zsh</shell>
  <current_date>2026-02-03</current_date>
  <timezone>Europe/Berlin</timezone>
</environment_context>`,
  );
  assert.ok(isHostText(text) && !isHostText("an <environment_context>"));
});

Deno.test("C-9: renderEnvironment() has no line for what is absent", () => {
  assert.equal(renderEnvironment({}), "<environment_context>\n</environment_context>");
  assert.equal(
    renderEnvironment({ cwd: "/</cwd>" }),
    "<environment_context>\n  <cwd>/&lt;/cwd&gt;</cwd>\n</environment_context>",
  );
});

Deno.test("C-9: the network follows from the sandbox, and only a workspace has roots", () => {
  const network = (sandbox: Sandbox) =>
    /<network_access>(\w+)</.exec(renderEnvironment({ sandbox }))?.[1];
  assert.equal(network({ mode: "danger-full-access" }), "enabled");
  assert.equal(network({ mode: "read-only" }), "restricted");
  assert.equal(network(WRITABLE), "restricted");
  assert.equal(network({ ...WRITABLE, networkAccess: true }), "enabled");
  for (const sandbox of [{ mode: "read-only" }, { ...WRITABLE, writableRoots: [] }] as const) {
    assert.doesNotMatch(renderEnvironment({ sandbox }), /root/);
  }
});

Deno.test("C-10: changedEnvironment() has only what is another, and never the shell", () => {
  const told = { cwd: "/a", approvalPolicy: "never", sandbox: WRITABLE, shell: "zsh" } as const;
  assert.equal(changedEnvironment(told, { ...told }), undefined);
  assert.equal(changedEnvironment(told, { ...told, shell: "bash" }), undefined);
  assert.deepEqual(changedEnvironment(told, { ...told, cwd: "/b" }), { cwd: "/b" });
  // Neither the order of fields nor what is no longer known is a change.
  const { mode, networkAccess, writableRoots } = WRITABLE;
  const sandbox = { writableRoots, networkAccess, mode };
  assert.equal(changedEnvironment(told, { sandbox }), undefined);
});

Deno.test("C-10: what a sandbox allows is told together", () => {
  const now = { sandbox: { ...WRITABLE, writableRoots: [] } };
  const changed = changedEnvironment({ cwd: "/a", sandbox: WRITABLE }, { cwd: "/a", ...now });
  assert.deepEqual(changed, now);
});
