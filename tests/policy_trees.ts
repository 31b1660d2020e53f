import { escapeMarkup } from "@dossier/core/prompt";
import { makeTree, type TempTree, writeFiles } from "./temp_tree.ts";

/** Content of a test's profile, independent of formats. */
export interface WrittenProfile {
  readonly extends?: string;
  readonly description?: string;
  readonly category?: string;
  readonly permissions?: readonly string[];
  readonly acknowledge?: readonly { readonly risk: string; readonly reason: string }[];
  readonly limits?: Readonly<Record<string, number>>;
  readonly model?: Readonly<Record<string, string>>;
  readonly context?: Readonly<
    Partial<Record<"system" | "before" | "after" | "suppress", readonly string[]>>
  >;
  readonly inputs?: Readonly<
    Record<string, { readonly required?: boolean; readonly default?: string }>
  >;
  readonly outputs?: readonly string[];
  readonly body?: string;
}

/** Returns a profile as a file of `.dossier/profiles`. */
export function writeProfileFile({ body = "Do it.", outputs, ...fields }: WrittenProfile): string {
  const named = outputs === undefined
    ? {}
    : { outputs: Object.fromEntries(outputs.map((name) => [name, { type: "string" }])) };
  // JSON is YAML.
  const lines = Object.entries({ ...fields, ...named })
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n\n${body}\n`;
}

/** Returns the same profile as a file of `.ai/directives`. */
export function writeDirectiveFile(id: string, profile: WrittenProfile): string {
  const { body = "Do it.", context = {}, inputs = {}, outputs = [] } = profile;
  const acknowledged = (profile.acknowledge ?? [])
    .map(({ risk, reason }) => `<acknowledge risk="${risk}">${reason}</acknowledge>`);
  const granted = (profile.permissions ?? []).map((capability) => {
    const [action, type, ...rest] = capability.split(".");
    if (type === undefined) return capability;
    return rest.length === 0
      ? `<${action}>${type}</${action}>`
      : `<${action}><${type}>${rest.join(".")}</${type}></${action}>`;
  });
  const permissions = [...granted, ...acknowledged];
  const items = Object.entries(context)
    .flatMap(([position, ids]) => ids.map((one) => `<${position}>${one}</${position}>`));
  const attributes = (values: object) =>
    Object.entries(values).map(([name, value]) => ` ${name}="${value}"`).join("");
  return [
    `# ${id}`,
    "",
    "```xml",
    `<directive${attributes({ name: id, ...(profile.extends && { extends: profile.extends }) })}>`,
    "<metadata>",
    `<description>${escapeMarkup(profile.description ?? "")}</description>`,
    `<category>${profile.category ?? ""}</category>`,
    ...(profile.model ? [`<model${attributes(profile.model)}/>`] : []),
    ...(profile.limits ? [`<limits${attributes(profile.limits)}/>`] : []),
    ...(permissions.length > 0 ? ["<permissions>", ...permissions, "</permissions>"] : []),
    ...(profile.context ? ["<context>", ...items, "</context>"] : []),
    "</metadata>",
    "<inputs>",
    ...Object.entries(inputs).map(([name, input]) => `<input${attributes({ name, ...input })}/>`),
    "</inputs>",
    "<outputs>",
    ...outputs.map((name) => `<output name="${name}" type="string"/>`),
    "</outputs>",
    "</directive>",
    "```",
    "",
    body,
    "",
  ].join("\n");
}

/** Policies of a test: profiles and knowledge by ID, and further files by path. */
export interface WrittenPolicies {
  readonly profiles?: Readonly<Record<string, WrittenProfile | string>>;
  readonly knowledge?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
}

/** Writes policies below a folder in dossier's format. */
export function writeDossier(folder: string, policies: WrittenPolicies): void {
  write(`${folder}/.dossier`, "profiles", policies, (_, profile) => writeProfileFile(profile));
}

/** Writes policies below a folder in the format of Rye. */
export function writeRye(folder: string, policies: WrittenPolicies): void {
  write(`${folder}/.ai`, "directives", policies, writeDirectiveFile);
}

function write(
  folder: string,
  name: string,
  { profiles = {}, knowledge = {}, files = {} }: WrittenPolicies,
  toText: (id: string, profile: WrittenProfile) => string,
): void {
  const written: Record<string, string> = {};
  for (const [id, profile] of Object.entries(profiles)) {
    written[`${name}/${id}.md`] = typeof profile === "string" ? profile : toText(id, profile);
  }
  for (const [id, text] of Object.entries(knowledge)) written[`knowledge/${id}.md`] = text;
  writeFiles(folder, { ...written, ...files });
}

/** Project and home in a temporary folder. */
export interface PolicyTree extends TempTree {
  readonly home: string;
}

/** Returns a new folder with an empty project and an empty home. */
export function makePolicyTree(): PolicyTree {
  const tree = makeTree();
  const root = `${tree.root}/project`;
  const home = `${tree.root}/home`;
  Deno.mkdirSync(root);
  Deno.mkdirSync(home);
  return { root, home, [Symbol.dispose]: () => tree[Symbol.dispose]() };
}
