import { addVersion, type FingerprintPart, toPackagePart } from "./fingerprint.ts";

/** A file that lists technologies of a project. */
export interface FingerprintManifest {
  /** Its path in the root of a project. */
  readonly path: string;
  /** Its format: it is parsed, and never executed. */
  readonly notation: "json" | "toml" | "text";
  /**
   * Returns its parts; undefined for an invalid file. `content` is the parsed value, or the text.
   */
  readonly read: (content: unknown) => readonly FingerprintPart[] | undefined;
}

/** All manifests that are read. */
export const FINGERPRINT_MANIFESTS: readonly FingerprintManifest[] = [
  { path: "package.json", notation: "json", read: readPackageJson },
  { path: "go.mod", notation: "text", read: readGoMod },
  { path: "pyproject.toml", notation: "toml", read: readPyproject },
  { path: "requirements.txt", notation: "text", read: readRequirements },
  { path: "Cargo.toml", notation: "toml", read: readCargo },
  { path: "Gemfile", notation: "text", read: readGemfile },
];

/** Maximum number of characters of a line: patterns may take quadratic time. */
const MAX_LINE = 2000;

type Table = Readonly<Record<string, unknown>>;

function readPackageJson(content: unknown): readonly FingerprintPart[] | undefined {
  if (!isTable(content)) return undefined;
  const fields = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
  const packages = fields.flatMap((field) => Object.entries(tableOf(content[field])))
    .map(([name, range]) => toPackagePart(name, textOf(range), "npm"));
  const engines = Object.entries(tableOf(content.engines))
    .map(([name, range]) => addVersion({ kind: "tool", name }, textOf(range)));
  const [manager, version] = (textOf(content.packageManager) ?? "").split("@");
  const hasLanguage = packages.some(({ kind }) => kind === "language");
  return [
    ...hasLanguage ? [] : [{ kind: "language", name: "javascript" }] as const,
    ...packages,
    ...engines,
    ...manager ? [addVersion({ kind: "tool", name: manager }, version)] : [],
  ];
}

/** `go 1.22.1`, and a module with its version in a `require`, in a block or by itself. */
const GO_REGEXP = /^go\s+(\d+\.\d+)/m;
const GO_MODULE_REGEXP = /^module\s+\S/m;
const GO_REQUIRE_REGEXP = /^\s*(?:require\s+)?"?([\w.-]+\.[\w.-]+\/\S+?)"?\s+(v\d\S*)/;

function readGoMod(content: unknown): readonly FingerprintPart[] | undefined {
  const text = String(content).replaceAll(
    /\/\/.*/g,
    (comment) => /^\/\/\s*indirect\b/.test(comment) ? comment : "",
  );
  if (!GO_MODULE_REGEXP.test(text)) return undefined;
  const [, version] = GO_REGEXP.exec(text) ?? [];
  const parts: FingerprintPart[] = [{ kind: "language", name: "go", version }];
  let block: string | undefined;
  for (const line of linesOf(text)) {
    const [, opened] = /^\s*(\w+)\s*\(/.exec(line) ?? [];
    block = opened ?? (line.trim() === ")" ? undefined : block);
    const isRequire = block === "require" || (block === undefined && /^\s*require\b/.test(line));
    // Indirect requirements are not typical of this project.
    if (!isRequire || line.includes("//")) continue;
    const [, path, range] = GO_REQUIRE_REGEXP.exec(line) ?? [];
    if (path !== undefined) parts.push(toPackagePart(path.replace(/\/v\d+$/, ""), range, "go"));
  }
  return parts;
}

/** A name of PEP 508, with extras, a range in brackets or without, and a marker; or its source. */
const REQUIREMENT_REGEXP =
  /^([a-z\d](?:[\w.-]*[a-z\d])?)\s*(?:\[[^\]]*\])?\s*(?:\(?([^;@()]*)\)?\s*(?:;|$)|@)/i;

function readRequirement(text: string): readonly FingerprintPart[] {
  const [, name, range] = REQUIREMENT_REGEXP.exec(text.trim().replaceAll(/\s+/g, " ")) ??
    [];
  return name === undefined ? [] : [toPackagePart(normalizePythonName(name), range, "python")];
}

/** Returns a name in the normal form of Python's index (PEP 503). */
function normalizePythonName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}

function toPythonParts(range?: string): FingerprintPart {
  return addVersion({ kind: "language", name: "python" }, range);
}

function readRequirements(content: unknown): readonly FingerprintPart[] {
  const lines = linesOf(String(content).replaceAll(/\\\r?\n/g, " "));
  return [
    toPythonParts(),
    ...lines.map((line) => line.replace(/(?:^|\s)#.*/, "").replace(/\s--hash\b.*/, ""))
      .filter((line) => !line.startsWith("-"))
      .flatMap(readRequirement),
  ];
}

function readPyproject(content: unknown): readonly FingerprintPart[] | undefined {
  if (!isTable(content)) return undefined;
  const project = tableOf(content.project);
  const tools = tableOf(content.tool);
  const poetry = tableOf(tools.poetry);
  const requirements = [
    project.dependencies,
    ...Object.values(tableOf(project["optional-dependencies"])),
    ...Object.values(tableOf(content["dependency-groups"])),
    tableOf(content["build-system"]).requires,
  ].flatMap(listOf);
  const poetryTables = [
    poetry.dependencies,
    poetry["dev-dependencies"],
    ...Object.values(tableOf(poetry.group)).map((group) => tableOf(group).dependencies),
  ];
  const packages = poetryTables.flatMap((table) => Object.entries(tableOf(table)));
  const used = Object.keys(tools).map((name) =>
    toPackagePart(normalizePythonName(name), undefined, "python")
  );
  return [
    toPythonParts(
      textOf(project["requires-python"]) ?? textOf(tableOf(poetry.dependencies).python),
    ),
    ...requirements.flatMap((each) => readRequirement(textOf(each) ?? "")),
    ...packages.filter(([name]) => name !== "python")
      .map(([name, range]) => toPackagePart(normalizePythonName(name), rangeOf(range), "python")),
    ...used.filter(({ kind }) => kind === "tool"),
  ];
}

function readCargo(content: unknown): readonly FingerprintPart[] | undefined {
  if (!isTable(content)) return undefined;
  const { package: crate, workspace, target } = content;
  const tables = [content, tableOf(workspace), ...Object.values(tableOf(target)).map(tableOf)]
    .flatMap((each) => [
      each.dependencies,
      each["dev-dependencies"],
      each["build-dependencies"],
    ]);
  const packages = tables.flatMap((table) => Object.entries(tableOf(table)));
  const rust = textOf(tableOf(crate)["rust-version"]) ??
    textOf(tableOf(tableOf(workspace).package)["rust-version"]);
  return [
    addVersion({ kind: "language", name: "rust" }, rust),
    ...packages.map(([name, value]) =>
      toPackagePart(textOf(tableOf(value).package) ?? name, rangeOf(value), "rust")
    ),
  ];
}

/** `ruby "3.2.1"` or `gem "rails", "~> 7.0"`, in quotes of either kind. */
const GEM_REGEXP = /^\s*(ruby|gem)[\s(]+(["'])([^"']+)\2(?:\s*,\s*(["'])([^"']*)\4)?/;

function readGemfile(content: unknown): readonly FingerprintPart[] | undefined {
  const ruby: FingerprintPart = { kind: "language", name: "ruby" };
  const parts = linesOf(String(content)).flatMap((line): FingerprintPart[] => {
    const [, word, , name = "", , range] = GEM_REGEXP.exec(line) ?? [];
    if (word === undefined) return [];
    return [word === "ruby" ? addVersion(ruby, name) : toPackagePart(name, range, "ruby")];
  });
  return parts.length === 0 ? undefined : [ruby, ...parts];
}

/** Returns the lines of a text within the limit of length. */
function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line.length <= MAX_LINE);
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function tableOf(value: unknown): Table {
  return isTable(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns a range that is a value itself, or a field of a package. */
function rangeOf(value: unknown): string | undefined {
  return textOf(value) ?? textOf(tableOf(value).version);
}
