import {
  type ContextManifest,
  emptyManifest,
  formatContextUri,
  formatTrigger,
  type KnowledgeArtifact,
  type ManifestForm,
  type ManifestPlugin,
  parseContextUri,
  type SalienceTrigger,
  TierError,
  type TierSource,
} from "./core/mod.ts";
import type { ErrorParts } from "@dossier/core/errors";
import { StepLimit } from "@dossier/core/condition";
import type { GrantOption } from "@dossier/retrieval/settings";
import { compilePattern } from "@dossier/retrieval/machine";
import {
  isRelativePath,
  type ManifestProblem,
  ManifestReader,
  readRefreshTrigger,
  readSalienceTrigger,
} from "./manifest_reader.ts";
import type { PositionedEntry, PositionedValue, TextPosition } from "@dossier/core/yaml";

/** A parsed manifest, and its problems. */
export interface ParsedManifest {
  /** The valid parts of the manifest; invalid patterns are included, and match nothing. */
  readonly manifest: ContextManifest;
  readonly problems: readonly ManifestProblem[];
  /** Options of its sources that only the user can grant. */
  readonly requests: readonly SourceRequest[];
}

/** An option that a source of a manifest requests. */
export interface SourceRequest {
  readonly uri: string;
  readonly option: GrantOption;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
}

const TOP_KEYS = [
  ...["version", "generated_at", "source_commit", "identity", "workflow", "reference", "plugins"],
  ...["types", "knowledge"],
];

/**
 * Returns the manifest in a text, and a problem with its location for each invalid value and
 * unknown key.
 *
 * @param options.path Name of the file, for messages.
 * @throws {TierError} `invalid-manifest` for a text that is not YAML or not a mapping.
 */
export async function parseManifest(
  text: string,
  { form, path = form.path }: { readonly form: ManifestForm; readonly path?: string },
): Promise<ParsedManifest> {
  // Imported here only, as most projects have no manifest.
  const { parseLocatedYaml } = await import("@dossier/retrieval/notation");
  const toError = (refusal: ErrorParts) => new TierError("invalid-manifest", refusal);
  const placed = await parseLocatedYaml(text, path, toError);
  const reading = new ManifestReader(path);
  const parser = new ManifestParser(form, reading);
  const manifest = parser.parse(placed);
  const steps = new StepLimit("invalid-manifest", `the regular expressions of "${path}"`);
  const compile = steps.limitCompile(compilePattern);
  for (const { pattern, place } of parser.patterns) {
    await compile(pattern).catch((error: unknown) => {
      if (!(error instanceof SyntaxError)) throw error;
      reading.addError(place, `the regular expression cannot be used: ${error.message}`);
    });
  }
  return { manifest, problems: reading.problems, requests: parser.requests };
}

/** Reads the parts of a manifest. */
class ManifestParser {
  readonly #form: ManifestForm;
  readonly #reading: ManifestReader;
  /** The regular expressions, with their locations. */
  readonly patterns: { readonly pattern: string; readonly place: TextPosition }[] = [];
  /** The requests of sources. */
  readonly requests: SourceRequest[] = [];

  constructor(form: ManifestForm, reading: ManifestReader) {
    this.#form = form;
    this.#reading = reading;
  }

  parse(placed: PositionedValue): ContextManifest {
    const reading = this.#reading;
    const found = reading.mapping(placed, "the manifest", TOP_KEYS);
    const version = found.get("version");
    if (version === undefined) {
      reading.addError(placed.position, 'it must contain "version: 1"');
    } else if (version.value.value !== 1) {
      const { value, position } = version.value;
      reading.addError(position, `"version" must be 1: current value is ${JSON.stringify(value)}`);
    }
    const empty = emptyManifest();
    const [generatedAt, sourceCommit] = ["generated_at", "source_commit"]
      .map((key) => reading.text(found.get(key)));
    return {
      version: 1,
      ...(generatedAt === undefined ? {} : { generatedAt }),
      ...(sourceCommit === undefined ? {} : { sourceCommit }),
      identity: this.#readTier(found.get("identity"), empty.identity.maxTokens),
      workflow: this.#readWorkflow(found.get("workflow"), empty.workflow.maxTokens),
      reference: this.#readReference(found.get("reference"), empty.reference),
      plugins: this.#readUnique(
        found.get("plugins"),
        (item) => this.#readPlugin(item),
        ({ uri }) => uri,
      ),
      types: this.#readTypes(found.get("types")),
      knowledge: this.#readUnique(
        found.get("knowledge"),
        (item) => this.#readArtifact(item),
        ({ id }) => id,
      ),
    };
  }

  #readTier(entry: PositionedEntry | undefined, tokens: number): ContextManifest["identity"] {
    const reading = this.#reading;
    if (entry === undefined) return { sources: [], maxTokens: tokens };
    // The short form is the list of its sources.
    if (entry.value.items !== undefined) {
      return { sources: this.#readSources(entry), maxTokens: tokens };
    }
    const found = reading.mapping(entry.value, entry.key, ["max_tokens", "sources"]);
    return {
      sources: this.#readSources(found.get("sources")),
      maxTokens: reading.wholeNumber(found.get("max_tokens"), 0) ?? tokens,
    };
  }

  #readWorkflow(entry: PositionedEntry | undefined, tokens: number): ContextManifest["workflow"] {
    const reading = this.#reading;
    const isShort = entry?.value.items !== undefined;
    if (entry === undefined || isShort) {
      return { ...this.#readTier(entry, tokens), refreshTriggers: [] };
    }
    const keys = ["max_tokens", "sources", "refresh_triggers"];
    const found = reading.mapping(entry.value, entry.key, keys);
    return {
      sources: this.#readSources(found.get("sources")),
      maxTokens: reading.wholeNumber(found.get("max_tokens"), 0) ?? tokens,
      refreshTriggers: this.#readUnique(
        found.get("refresh_triggers"),
        (item) => readRefreshTrigger(item, reading),
        formatTrigger,
      ),
    };
  }

  #readReference(
    entry: PositionedEntry | undefined,
    otherwise: ContextManifest["reference"],
  ): ContextManifest["reference"] {
    if (entry === undefined) return otherwise;
    const reading = this.#reading;
    const keys = ["max_tokens", "staleness_days", "graph"];
    const found = reading.mapping(entry.value, entry.key, keys);
    const graph = found.get("graph");
    const uri = graph === undefined ? undefined : this.#readUri(graph.value, "graph");
    return {
      maxTokens: reading.wholeNumber(found.get("max_tokens"), 0) ?? otherwise.maxTokens,
      stalenessDays: reading.wholeNumber(found.get("staleness_days"), 0) ??
        otherwise.stalenessDays,
      ...(uri === undefined ? {} : { graph: uri }),
    };
  }

  #readSources(entry: PositionedEntry | undefined): readonly TierSource[] {
    return this.#readUnique(entry, (item) => this.#readSource(item), ({ uri }) => uri);
  }

  /** Returns the values of a list, each name once, so that no text is included twice. */
  #readUnique<Value>(
    entry: PositionedEntry | undefined,
    read: (item: PositionedValue) => Value | undefined,
    nameOf: (value: Value) => string,
  ): readonly Value[] {
    const values = new Map<string, Value>();
    for (const item of this.#reading.list(entry)) {
      const value = read(item);
      if (value === undefined) continue;
      const name = nameOf(value);
      if (values.has(name)) this.#reading.addWarning(item.position, `"${name}" is a duplicate`);
      else values.set(name, value);
    }
    return [...values.values()];
  }

  #readSource(item: PositionedValue): TierSource | undefined {
    const reading = this.#reading;
    if (typeof item.value === "string") {
      const uri = this.#readUri(item, "a source");
      return uri === undefined ? undefined : { uri, allowExternal: false, allowSensitive: false };
    }
    const keys = ["uri", "label", "allow_external", "allow_sensitive"];
    const found = reading.mapping(item, "a source", keys);
    const written = found.get("uri");
    if (written === undefined) {
      if (item.entries !== undefined) reading.addError(item.position, 'a source must have a "uri"');
      return undefined;
    }
    const uri = this.#readUri(written.value, "uri");
    const label = reading.text(found.get("label"));
    if (uri === undefined) return undefined;
    const [allowExternal, allowSensitive] = (["external", "sensitive"] as const).map((option) => {
      const entry = found.get(`allow_${option}`);
      const isAsked = reading.flag(entry) ?? false;
      if (isAsked) this.requests.push({ uri, option, ...entry!.position });
      return isAsked;
    });
    return {
      uri,
      ...(label === undefined ? {} : { label }),
      allowExternal: allowExternal!,
      allowSensitive: allowSensitive!,
    };
  }

  #readUri({ value, position }: PositionedValue, name: string): string | undefined {
    if (typeof value !== "string") {
      this.#reading.addError(position, `"${name}" must be a URI`);
      return undefined;
    }
    const parsed = parseContextUri(value, this.#form);
    if (parsed.kind !== "invalid") return formatContextUri(parsed, this.#form);
    this.#reading.addError(position, `"${value}" is not a URI of a context: ${parsed.message}`);
    return undefined;
  }

  #readPlugin(item: PositionedValue): ManifestPlugin | undefined {
    const reading = this.#reading;
    const keys = ["uri", "provides", "salience_triggers", "command", "module"];
    const found = reading.mapping(item, "a plugin", keys);
    const written = found.get("uri");
    const uri = written && this.#readUri(written.value, "uri");
    const provides = reading.texts(found.get("provides"));
    const salienceTriggers = this.#readUnique(
      found.get("salience_triggers"),
      (trigger) => this.#readSalienceTrigger(trigger),
      formatTrigger,
    );
    const command = reading.texts(found.get("command"));
    const module = reading.path(found.get("module"));
    if (written === undefined) reading.addError(item.position, 'a plugin must have a "uri"');
    if (uri === undefined) return undefined;
    if (parseContextUri(uri, this.#form).kind !== "plugin") {
      const example = `"${this.#form.scheme}://tickets/"`;
      reading.addError(
        written!.value.position,
        `the URI of a plugin must be one such as ${example}`,
      );
      return undefined;
    }
    return {
      uri,
      provides,
      salienceTriggers,
      ...(command.length === 0 ? {} : { command }),
      ...(module === undefined ? {} : { module }),
    };
  }

  #readSalienceTrigger(item: PositionedValue): SalienceTrigger | undefined {
    const trigger = readSalienceTrigger(item, this.#reading);
    const { position } = item.entries?.[0]?.value ?? item;
    if (trigger?.kind === "commit-message") {
      this.patterns.push({ pattern: trigger.pattern, place: position });
    }
    return trigger;
  }

  #readTypes(entry: PositionedEntry | undefined): Readonly<Record<string, string>> {
    if (entry === undefined) return {};
    const reading = this.#reading;
    if (entry.value.entries === undefined) {
      reading.addError(entry.position, `"types" must be a mapping`);
    }
    const folders = (entry.value.entries ?? []).flatMap((type) => {
      const folder = reading.path(type);
      return folder === undefined ? [] : [[type.key, folder] as const];
    });
    return Object.fromEntries(folders);
  }

  #readArtifact(item: PositionedValue): KnowledgeArtifact | undefined {
    const reading = this.#reading;
    const found = reading.mapping(item, "a knowledge file", ["id", "from", "condense"]);
    const id = reading.path(found.get("id"));
    const sources = reading.texts(found.get("from"));
    const isCondensed = reading.flag(found.get("condense")) ?? false;
    if (id === undefined || sources.length === 0) {
      const message = 'a knowledge file must have an "id" and globs in "from"';
      if (item.entries !== undefined) reading.addError(item.position, message);
      return undefined;
    }
    if (sources.every(isRelativePath)) return { id, sources, isCondensed };
    reading.addError(
      found.get("from")!.value.position,
      'globs in "from" must be relative to the root',
    );
    return undefined;
  }
}
