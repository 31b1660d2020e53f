import { escapeControls } from "@dossier/core/escape";
import { TOKEN_ESTIMATORS } from "@dossier/core/text";
import { renderColumns } from "@dossier/core/report";
import type { ComposedContext } from "../compose_profile.ts";
import type { ProfileEntry } from "../list_profiles.ts";

/**
 * Returns profiles as lines: id, parent, space, and the description or the reason why it cannot be
 * read.
 */
export function renderProfiles(profiles: readonly ProfileEntry[]): string {
  const rows = profiles.map(({ id, extends: parent = "", origin, fault, description }) =>
    [
      ...[id, parent, origin?.space ?? "-"],
      fault ?? description,
    ].map(escapeControls)
  );
  return renderColumns(rows, [
    ...[{ title: "profile" }, { title: "extends" }, { title: "space" }, { title: "description" }],
  ]);
}

/**
 * Returns the parts of a profile as text: its chain, permissions, texts with the profile or hook
 * that requests each, and tokens.
 */
export function renderProfile(composed: ComposedContext): string {
  const { profile, route, chain, skipped } = composed;
  const leaf = chain.at(-1);
  const routed = route === undefined ? [] : [
    `extends ${route.parent}, as the hook ${route.hook.id ?? "?"} says` +
    (route.replaced === undefined ? "" : ` in place of ${route.replaced}`),
  ];
  return [
    renderLines(profile, [...(leaf?.description ? [leaf.description] : []), ...routed]),
    renderTable(
      "chain, root first",
      chain.map(({ id, origin }) => [
        ...[id, origin.space, origin.path],
        [
          formatSignature(origin),
          origin.shadows.length === 0 ? "" : `hides ${origin.shadows.join(", ")}`,
        ].filter((part) => part !== "").join(", "),
      ]),
    ),
    renderTable("inputs", listInputRows(composed)),
    renderTable("permissions", listPermissionRows(composed)),
    renderTable("texts", listTextRows(composed)),
    renderTable(
      "left out",
      skipped.map(({ id, position, profile = "hook", reason, detail = "" }) => [
        ...[position, id, profile, reason, detail],
      ]),
    ),
    renderTable("tools", composed.palette.definitions.map(({ name, itemId }) => [name, itemId])),
    renderTable(
      "tools that are not offered",
      composed.palette.omitted.map(({ itemId, reason, detail = "" }) => [itemId, reason, detail]),
    ),
    renderTable("tokens", listTokenRows(composed)),
  ].filter((part) => part !== "").join("\n");
}

function formatSignature({ signature, key }: ComposedContext["chain"][number]["origin"]): string {
  if (signature === "missing") return "";
  if (signature === "valid") return `signed by ${key}`;
  if (signature === "partial") return `signed in part by ${key}`;
  return `unverified (${key === undefined ? "a hash alone" : `unknown key ${key}`})`;
}

function listInputRows({ inherited: { inputs }, inputs: values }: ComposedContext) {
  return inputs.map(({ name, type, required, description = "" }) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const given = required ? "required" : "optional";
    return [name, type, value === undefined ? given : JSON.stringify(value), description];
  });
}

function listPermissionRows({ permissions, inherited: { permissionsFrom = "" } }: ComposedContext) {
  return permissions.map((permission) => [permission, permissionsFrom]);
}

function listTextRows({ blocks }: ComposedContext) {
  return blocks.map(({ position, id, itemId, source, profile, tokens, origin }) => [
    position,
    id === itemId ? id : `${id}: ${itemId}`,
    source === "hook" ? "hook" : profile ?? "",
    origin.space,
    `${tokens}`,
  ]);
}

function listTokenRows({ system, messages, palette }: ComposedContext) {
  const count = (text: string) => TOKEN_ESTIMATORS.piece.count(text);
  const message = messages.reduce((sum, { content }) => sum + count(content), 0);
  const tools = count(palette.definitions.length === 0 ? "" : JSON.stringify(palette.definitions));
  const prompt = count(system);
  return [
    ["system", `${prompt}`],
    ["message", `${message}`],
    ["tools", `${tools}`],
    ["together", `${prompt + message + tools}`],
  ];
}

/** Returns rows below a title; empty when there are no rows. */
function renderTable(title: string, rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const columns = (rows[0] ?? []).map(() => ({}));
  const table = renderColumns(rows.map((row) => row.map(escapeControls)), columns);
  return `${title}\n${table.replaceAll(/^/gm, "  ").trimEnd()}\n`;
}

function renderLines(title: string, lines: readonly string[]): string {
  return [title, ...lines.map((line) => `  ${line}`)].map(escapeControls).join("\n") + "\n";
}
