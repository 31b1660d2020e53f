import {
  type AcknowledgedRisk,
  checkCapability,
  type ContextItems,
  type Profile,
  readHooks,
} from "./core/mod.ts";
import type { JsonObject, JsonValue } from "@dossier/core/text";
import { compilePattern } from "@dossier/retrieval/machine";
import { cutRyeHeader, findFence } from "./find_fence.ts";
import { type FileContext, formatPosition, positionError } from "@dossier/retrieval/notation";
import { readYamlDirective } from "./read_rye_yaml.ts";
import { readXml, type XmlElement } from "./read_xml.ts";

/** Actions of permissions. */
const ACTIONS: ReadonlySet<string> = new Set(["execute", "fetch", "sign"]);

/** Names of `fetch` in Rye's first versions. */
const LEGACY_ACTIONS: ReadonlySet<string> = new Set(["load", "search"]);

/** Prefix of the names of limits in Rye's first versions. */
const LEGACY_LIMIT_REGEXP = /^max_/;

/** Elements of a directive that are metadata; the others are the task of the agent. */
const METADATA_TAGS: ReadonlySet<string> = new Set([
  "metadata",
  "inputs",
  "outputs",
  "description",
]);

/**
 * Returns the profile in a directive of Rye: YAML at its top or XML in a fence (the form until
 * 2026), and below it the task of the agent. In directives of its first versions the task is within
 * the XML.
 *
 * @throws {PolicyError} With line and column, when there is neither or a value is invalid.
 */
export async function readDirective(
  id: string,
  text: string,
  place: FileContext,
): Promise<Profile> {
  const header = cutRyeHeader(text, place);
  if (header.hasMetadata) return await readYamlDirective(id, header, place);
  const fence = findFence(text, "xml");
  if (fence === undefined) {
    throw positionError(
      place,
      { line: 1, column: 1 },
      "there is neither YAML at its top nor an XML code block: write one that is closed",
    );
  }
  const root = readXml(fence.content, place, fence.line);
  const metadata = child(root, "metadata");
  const findMetadata = (name: string) =>
    (metadata === undefined ? undefined : child(metadata, name)) ?? child(root, name);
  const permissions = findMetadata("permissions");
  const context = findMetadata("context");
  const parent = root.attributes.extends?.trim() ?? "";
  const continuation = findMetadata("continuation_directive")?.text ?? "";
  const body = fence.after.trim();
  return {
    id,
    name: root.attributes.name ?? "",
    version: root.attributes.version ?? "",
    ...(parent === "" ? {} : { extends: parent }),
    description: findMetadata("description")?.text ?? "",
    category: findMetadata("category")?.text ?? "",
    model: findMetadata("model")?.attributes ?? {},
    limits: readLimits(findMetadata("limits"), place),
    permissions: readPermissions(permissions, place),
    permissionsText: permissions === undefined ? "" : sourceOf(permissions, fence.content),
    acknowledgedRisks: readRisks(permissions),
    ...(context === undefined ? {} : { context: readItems(context, place) }),
    hooks: await readXmlHooks(findMetadata("hooks"), place),
    inputs: readInputs(child(root, "inputs")),
    outputs: children(child(root, "outputs"), "output").map(readField),
    ...(continuation === "" ? {} : { continuation }),
    preamble: fence.before.trim(),
    body: body === "" ? readInnerBody(root, fence.content) : body,
  };
}

function children(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((one) => one.name === name) ?? [];
}

function child(element: XmlElement, name: string): XmlElement | undefined {
  return children(element, name)[0];
}

/** Returns the source text of an element. */
function sourceOf({ start, end }: XmlElement, content: string): string {
  return content.slice(start, end);
}

function readInnerBody(root: XmlElement, content: string): string {
  return root.children.filter(({ name }) => !METADATA_TAGS.has(name))
    .map((element) => sourceOf(element, content)).join("\n\n");
}

function readLimits(element: XmlElement | undefined, place: FileContext): Profile["limits"] {
  if (element === undefined) return {};
  const entries = Object.entries(element.attributes).map(([written, value]) => {
    const number = value.trim() === "" ? NaN : Number(value);
    if (!Number.isFinite(number)) {
      throw positionError(place, element, `the limit "${written}" must be a number`);
    }
    const name = written.replace(LEGACY_LIMIT_REGEXP, "");
    if (name === written) return [name, number] as const;
    const { line, column } = element;
    place.warn(`${place.path}:${line}:${column}: "${written}" is the old name of "${name}"`);
    return [name, number] as const;
  });
  return Object.fromEntries(entries);
}

function readPermissions(element: XmlElement | undefined, place: FileContext): readonly string[] {
  if (element === undefined) return [];
  const check = (capability: string, { line, column }: XmlElement) =>
    checkCapability(capability, formatPosition(place, { line, column }));
  const actions = element.children.filter(({ name }) => name !== "acknowledge");
  if (actions.length === 0) return element.text === "" ? [] : [check(element.text, element)];
  return actions.flatMap((action) => {
    const capabilities = action.name === "cap"
      ? readLegacyCapability(action, place)
      : readAction(action, toAction(action, place), place);
    return capabilities.map((capability) => check(capability, action));
  });
}

/** Returns the capability in a `cap` element, the notation of Rye's first versions. */
function readLegacyCapability({ text }: XmlElement, place: FileContext): readonly string[] {
  const [vendor = "", action = "", ...rest] = text.split(".");
  const isFormer = vendor === "rye" && LEGACY_ACTIONS.has(action);
  if (isFormer) {
    place.warn(`${place.path}: "${text}" counts as fetching, of which it is the old name`);
  }
  return text === "" ? [] : [isFormer ? ["fetch", ...rest].join(".") : text];
}

function toAction({ name, line, column }: XmlElement, place: FileContext): string {
  if (ACTIONS.has(name)) return name;
  if (LEGACY_ACTIONS.has(name)) {
    place.warn(
      `${place.path}:${line}:${column}: <${name}> is the old name of <fetch> and is read as <fetch>`,
    );
    return "fetch";
  }
  throw positionError(
    place,
    { line, column },
    `permissions have no <${name}>: use <execute>, <fetch>, <sign> or <acknowledge>`,
  );
}

function readAction(element: XmlElement, action: string, place: FileContext): readonly string[] {
  const items = element.children.filter(({ text }) => text !== "")
    .map(({ name, text }) => `${action}.${name}.${text}`);
  if (items.length > 0) return items;
  if (element.text !== "") return [`${action}.${element.text}`];
  const { line, column, name } = element;
  place.warn(`${place.path}:${line}:${column}: <${name}> is empty: it is ignored`);
  return [];
}

function readRisks(element: XmlElement | undefined): readonly AcknowledgedRisk[] {
  return children(element, "acknowledge")
    .map(({ attributes, text }) => ({ risk: attributes.risk ?? "", reason: text }));
}

function readItems(element: XmlElement, place: FileContext): ContextItems {
  const items = { system: [], before: [], after: [], suppress: [] } as Record<string, string[]>;
  for (const { name, text, line, column } of element.children) {
    const list = Object.hasOwn(items, name) ? items[name] : undefined;
    if (list === undefined) {
      place.warn(`${place.path}:${line}:${column}: a context has no <${name}>: it is ignored`);
    } else if (text !== "") list.push(text);
  }
  return items as unknown as ContextItems;
}

function readInputs(element: XmlElement | undefined): Profile["inputs"] {
  return children(element, "input").map((input) => {
    const { default: fallback } = input.attributes;
    return { ...readField(input), ...(fallback === undefined ? {} : { fallback }) };
  });
}

function readField({ attributes, text }: XmlElement) {
  return {
    name: attributes.name ?? "",
    type: attributes.type ?? "string",
    required: attributes.required?.toLowerCase() === "true",
    ...(text === "" ? {} : { description: text }),
  };
}

/** Converts XML hooks to the structure of Rye's YAML, and reads them as such. */
async function readXmlHooks(
  element: XmlElement | undefined,
  place: FileContext,
): Promise<Profile["hooks"]> {
  if (element === undefined) return [];
  const written = children(element, "hook").flatMap((hook): readonly JsonObject[] => {
    const { layer, wrap, ...attributes } = hook.attributes;
    const unread = hook.attributes.when !== undefined || child(hook, "when") !== undefined;
    if (unread) {
      const { line, column } = hook;
      place.warn(
        `${place.path}:${line}:${column}: a hook with a formula is ignored: write a <condition>`,
      );
      return [];
    }
    const condition = child(hook, "condition");
    return [{
      ...attributes,
      ...(layer === undefined ? {} : { layer: Number(layer) }),
      ...(wrap === undefined ? {} : { wrap: wrap.toLowerCase() !== "false" }),
      ...(condition === undefined ? {} : { condition: readCondition(condition) }),
      actions: children(hook, "action").map(readXmlAction),
    }];
  });
  const { hooks, warnings } = await readHooks(written, {
    origin: "profile",
    place: `"${place.path}"`,
    compile: compilePattern,
  });
  for (const warning of warnings) place.warn(warning);
  return hooks;
}

function readCondition({ attributes, children: inner }: XmlElement): JsonObject {
  const groups = inner.map((element): readonly [string, JsonValue] => {
    const conditions = element.children.map(readCondition);
    return [element.name, element.name === "not" ? conditions[0] ?? {} : conditions];
  });
  return { ...attributes, ...Object.fromEntries(groups) };
}

function readXmlAction({ attributes, children: inner }: XmlElement): JsonObject {
  const params = inner.filter(({ name }) => name === "param")
    .map(({ attributes: { name = "", value }, text }) => [name, value ?? text]);
  return params.length === 0 ? attributes : { ...attributes, params: Object.fromEntries(params) };
}
