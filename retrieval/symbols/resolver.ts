import { areRelated } from "@dossier/core/calls";
import type {
  DeclaredName,
  Expression,
  ImportedBinding,
  NameUse,
  ReferenceRules,
  SyntaxNode,
  UsedName,
} from "@dossier/core/language";
import { type CalledName, chooseOverloads } from "./choose_overload.ts";
import { folderOf, foldersAround, type ModulePlace } from "./modules/module_places.ts";
import { ModuleFinder } from "./module_finder.ts";
import type { Declaration, SyntaxFile } from "./syntax_file.ts";
import type { SyntaxFiles } from "./syntax_files.ts";

/** What a name or an expression stands for. */
export type Meaning =
  | DeclaredMeaning
  | ModuleMeaning
  /** Something from outside of the tree, or of the language itself. */
  | { readonly is: "foreign" };

/** A module or package. */
interface ModuleMeaning {
  readonly is: "module";
  readonly places: readonly ModulePlace[];
  /** Its path as an import names it, and the file that does so. */
  readonly imported?: { readonly path: string; readonly from: SyntaxFile } | undefined;
}

/** A declaration in a file. */
export interface DeclaredMeaning {
  readonly is: "declared";
  readonly file: SyntaxFile;
  readonly declaration: Declaration;
  /** Overloads that it may be as well. */
  readonly others?: readonly DeclaredMeaning[];
}

/** A type: as it is written in a file, or what declares it. */
type TypeReference =
  | { readonly file: SyntaxFile; readonly type: SyntaxNode }
  | { readonly meaning: Meaning };

/** A file and those that it includes, directly or not. */
interface IncludedFiles {
  readonly paths: ReadonlySet<string>;
  /** Whether there surely are no more. */
  readonly isAll: boolean;
}

/** A name that is looked for, and what is known of the use of it. */
interface WantedName {
  readonly name: string;
  /** How many arguments it is called with. */
  readonly given?: number | undefined;
  readonly means?: UsedName["means"];
  readonly isStatic?: boolean | undefined;
}

/** The path of a type, which begins with a capital, and what that is in. */
const TYPE_PATH_REGEXP = /^(.+)\.(\p{Lu}[^.]*)$/u;

const FOREIGN: Meaning = { is: "foreign" };

/** Steps from one name to the next before it is given up: cyclic aliases have no end. */
const MAX_STEPS = 60;

/** Steps of inheritance in which the names of types are looked at. */
const MAX_BASES = 8;

/** Files that define a name which are looked at for one that no import leads to. */
const MAX_DEFINING = 60;

/** Files that one includes which are looked at. */
const MAX_INCLUDED = 150;

/** Paths of files that others include. */
const HEADER_REGEXP = /\.(?:h|hh|hpp|hxx|h\+\+|inl|ipp|tpp|inc|cuh)$/;

/** What stands in a path before `::`. */
const PATH_KINDS = ["module", "type"] as const;

/** Aliases of aliases that are followed. */
const MAX_ALIASES = 8;

/**
 * Finds out what names stand for: by scopes, imports and re-exports, declared and assigned types, and inheritance. It
 * follows one name at a time and opens the files that this leads to.
 */
export class Resolver {
  readonly files: SyntaxFiles;
  readonly modules: ModuleFinder;
  readonly #meanings = new Map<string, Promise<Meaning | undefined> | undefined>();
  readonly #included = new Map<string, Promise<IncludedFiles>>();
  /** Types of expressions, by file and offsets. */
  readonly #types = new Map<string, TypeReference | undefined>();
  readonly #defining = new Map<string, Promise<readonly string[]>>();
  readonly #overridden = new Map<Declaration, Promise<readonly DeclaredMeaning[]>>();
  /** The types of the parameters of functions, which are compared with the arguments of many calls. */
  readonly parameterKeys: Map<Declaration, Promise<readonly string[]>> = new Map();
  #steps = 0;

  constructor(files: SyntaxFiles) {
    this.files = files;
    this.modules = new ModuleFinder(files);
  }

  /** Returns what a name in a file stands for, or undefined when that cannot be told. */
  async meaningOf(file: SyntaxFile, node: SyntaxNode): Promise<Meaning | undefined> {
    const key = `${file.path}\0${node.startIndex}`;
    // A name that is being looked up already leads back to itself.
    if (this.#meanings.has(key)) return await this.#meanings.get(key);
    if (this.#steps >= MAX_STEPS) return undefined;
    this.#meanings.set(key, undefined);
    this.#steps++;
    try {
      const meaning = await this.#find(file, node);
      this.#meanings.set(key, Promise.resolve(meaning));
      return meaning;
    } finally {
      this.#steps--;
    }
  }

  /** Returns the files of a language that define a name, by path. */
  async listDefining(name: string): Promise<readonly string[]> {
    return await this.#defining.getOrInsertComputed(name, async () => {
      const { reader } = this.files;
      const defining = (await reader.findDefining([name])).get(name) ?? [];
      // Variables are no definitions of the index, but stand in what it names.
      const naming = (await reader.findMentioning([name], { isNamed: true })).get(name) ?? [];
      const named = await reader.listPlaces(naming.map(({ id }) => id));
      return [
        ...new Set([...defining.map(({ path }) => path), ...named.map(({ path }) => path).sort()]),
      ];
    });
  }

  async #find(file: SyntaxFile, node: SyntaxNode): Promise<Meaning | undefined> {
    const use = file.readUse(node);
    if (use === undefined) return undefined;
    const meaning = await this.#findUsed(file, node, use);
    const isCall = use.is === "used" && use.arguments !== undefined && use.how !== "new";
    if (!isCall || meaning?.is !== "declared" || file.rules.overloads === undefined) return meaning;
    const { kind, owner, arity } = meaning.declaration.use;
    if (kind !== "function" || owner === undefined || arity === undefined) return meaning;
    const inherited = (await this.listOverridden(meaning)).filter(({ declaration }) =>
      declaration.use.kind === "function" && takes(declaration.use, use.arguments)
    );
    return await this.chooseOverload({ file, node }, [
      meaning,
      ...meaning.others ?? [],
      ...inherited,
    ]);
  }

  /** Returns what a call means of some overloads, by the types of its arguments, with those that it may mean as well. */
  async chooseOverload(
    call: CalledName,
    candidates: readonly DeclaredMeaning[],
  ): Promise<DeclaredMeaning | undefined> {
    const [first, ...others] = await chooseOverloads(this, call, candidates);
    if (first === undefined) return undefined;
    const { file, declaration } = first;
    return { is: "declared", file, declaration, ...(others.length === 0 ? {} : { others }) };
  }

  async #findUsed(file: SyntaxFile, node: SyntaxNode, use: NameUse): Promise<Meaning | undefined> {
    if (use.is === "declared") {
      return { is: "declared", file, declaration: { node, line: node.startPosition.row + 1, use } };
    }
    if (use.is === "imported") return await this.#findImported(file, node);
    const wanted = wantedBy(use, node.text);
    if (use.isSelf === true) return await this.findOwner(file, node);
    if (use.receiver === undefined) {
      const plain = await this.#findPlain(file, node, wanted);
      if (plain?.is === "declared" || plain?.is === "module") return plain;
      if (use.module !== undefined) return await this.#followPath(file, use.module) ?? plain;
      if (use.means?.includes("macro") === true) return await this.#findMacro(file, wanted);
      return use.isOpen === true ? undefined : plain;
    }
    const member = await this.#findMember(file, use.receiver, wanted);
    if (use.isQualified === true && member === undefined) {
      // A namespace that a macro opens.
      const found = await this.#findShared(file, wanted.name);
      return found && await this.#withOverloads(file, found, wanted);
    }
    if (use.isImplied !== true || member?.is === "declared") return member;
    return await this.#findPlain(file, node, wanted);
  }

  /** Returns the macro of a name, as macros are known without an import: one nearby, or the only one. */
  async #findMacro(from: SyntaxFile, { name }: WantedName): Promise<Meaning | undefined> {
    const all = (await this.#findDefinedIn(name)).flatMap((file) =>
      file.listDeclarations(name).filter(({ use }) => use.kind === "macro")
        .map((declaration): DeclaredMeaning => ({ is: "declared", file, declaration }))
    );
    if (all.length === 0) return FOREIGN;
    const around = foldersAround(from.path).filter((folder) => folder !== "");
    const near = all.filter(({ file: { path } }) => around.includes(folderOf(path)));
    const [only] = near.length === 1 ? near : all;
    return near.length === 1 || all.length === 1 ? only : undefined;
  }

  async #findImported(
    file: SyntaxFile,
    { text, startIndex, endIndex }: SyntaxNode,
  ): Promise<Meaning | undefined> {
    const near = file.imports.filter(({ local, name, exportedAs }) =>
      local === text || name === text || exportedAs === text
    ).sort((a, b) => distance(a.start) - distance(b.start));
    const [binding] = near;
    function distance(start: number): number {
      return start <= endIndex ? startIndex - start : Infinity;
    }
    // An export alone names what the file has.
    if (binding === undefined) return await this.findExported(file, { name: text });
    if (binding.module === undefined) {
      return await this.findExported(file, { name: binding.local ?? text });
    }
    return await this.followImport(file, binding);
  }

  /** Resolves a name that stands alone. */
  async #findPlain(
    file: SyntaxFile,
    node: SyntaxNode,
    wanted: WantedName,
  ): Promise<Meaning | undefined> {
    const { name } = wanted;
    const { rules } = file;
    const meant = file.listDeclarations(name).filter(({ use }) => isMeant(use, wanted));
    const fit = meant.filter(({ use }) => takes(use, wanted.given));
    const declaration = innermost(fit, node) ?? innermost(meant, node);
    const imports = await this.modules.listImports(file);
    const bindings = imports.filter(({ local, module, scope = file.root }) =>
      local === name && module !== undefined && isAround(scope, node) &&
      (declaration === undefined || isBefore(scope, declaration.use))
    ).sort((a, b) => (b.scope?.startIndex ?? -1) - (a.scope?.startIndex ?? -1));
    let other: Meaning | undefined;
    for (const binding of bindings) {
      const found = await this.followImport(file, binding, wanted.means);
      if (found === undefined) continue;
      if (!mayBe(found, wanted)) other ??= found;
      else return await this.#defaultOf(found, binding, node) ?? narrow(found, wanted);
    }
    if (other !== undefined) return other;
    if (declaration !== undefined) {
      const own: DeclaredMeaning = { is: "declared", file, declaration };
      const { isForward, isPrivate, scope, owner } = declaration.use;
      const isElsewhere = rules.shares === "included" && isForward === true &&
        isPrivate !== true && isExported(file, scope, owner);
      const found = isElsewhere ? await this.#findIncluded(file, name) : undefined;
      return await this.#withOverloads(file, found ?? own, wanted);
    }
    if (bindings.length > 0) return undefined;
    if (rules.hasImplicitMembers === true) {
      const member = await this.#findImplicit(file, node, wanted);
      if (member !== undefined && member.is !== "foreign") return member;
    }
    const shared = await this.#findShared(file, name);
    if (shared !== undefined) return await this.#withOverloads(file, shared, wanted);
    const { meaning, isKnown } = await this.#findOpened(file, wanted, node);
    const found = meaning ?? await this.#findPackage(file, wanted);
    return found ?? (rules.isStrict === true && isKnown ? FOREIGN : undefined);
  }

  /** Returns what a name means with the overloads of it that files can name alone, as far as they fit. */
  async #withOverloads(file: SyntaxFile, found: Meaning, wanted: WantedName): Promise<Meaning> {
    if (found.is !== "declared" || found.declaration.use.arity === undefined) return found;
    const files = file.rules.shares === "included" ? await this.#findDefinedIn(wanted.name) : [];
    const all = [found.file, ...files.filter((one) => one !== found.file)].flatMap((one) =>
      one.listDeclarations(wanted.name).filter(({ use, node }) =>
        use.arity !== undefined && use.kind === "function" &&
        (isExported(one, use.scope, use.owner) || node.id === found.declaration.node.id)
      ).map((declaration): DeclaredMeaning => ({ is: "declared", file: one, declaration }))
    );
    const first = all.filter((one) => isSameDeclaration(one, found));
    const rest = all.filter((one) => !isSameDeclaration(one, found));
    return await this.#narrow(file, fitting([...first, ...rest], wanted.given)) ?? found;
  }

  /** Returns the first of some meanings with the others; of those that included files declare where there are such. */
  async #narrow(
    file: SyntaxFile,
    meanings: readonly DeclaredMeaning[],
  ): Promise<DeclaredMeaning | undefined> {
    const isShared = file.rules.shares === "included" && meanings.length > 1;
    const included = isShared ? (await this.#listIncluded(file)).paths : undefined;
    const near = meanings.filter((one) => included?.has(one.file.path));
    const [first, ...others] = near.length > 0 ? near : meanings;
    return first === undefined || others.length === 0 ? first : { ...first, others };
  }

  /** Returns whether a file may include what another one declares: anything but a header that it surely does not. */
  async #canInclude(file: SyntaxFile, declaring: SyntaxFile): Promise<boolean> {
    if (file === declaring || !HEADER_REGEXP.test(declaring.path)) return true;
    const { paths, isAll } = await this.#listIncluded(file);
    return !isAll || paths.has(declaring.path);
  }

  async #narrowMember(file: SyntaxFile, found: Meaning | undefined): Promise<Meaning | undefined> {
    if (found?.is !== "declared" || found.others === undefined) return found;
    const { others, ...first } = found;
    return await this.#narrow(file, [first, ...others]);
  }

  /** Returns the paths of a file and of those that it includes, directly or not. */
  async #listIncluded(file: SyntaxFile): Promise<IncludedFiles> {
    return await this.#included.getOrInsertComputed(file.path, async () => {
      const paths = new Set([file.path]);
      const waiting: SyntaxFile[] = [file];
      let isAll = true;
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
        for (const { module = "" } of one.imports) {
          const places = await this.modules.find(module, one);
          if (places === "foreign") continue;
          for (const place of places ?? []) {
            if (!("file" in place) || paths.has(place.file) || paths.size > MAX_INCLUDED) continue;
            paths.add(place.file);
            const opened = await this.files.open(place.file);
            if (opened !== undefined) waiting.push(opened);
            isAll &&= opened !== undefined;
          }
          isAll &&= places !== undefined && paths.size <= MAX_INCLUDED;
        }
      }
      return { paths, isAll };
    });
  }

  /** Resolves a name by the modules of which a file opens all names, and says whether all of them are known. */
  async #findOpened(
    file: SyntaxFile,
    wanted: WantedName,
    node: SyntaxNode = file.root,
  ): Promise<{ readonly meaning?: Meaning; readonly isKnown: boolean }> {
    let isKnown = true;
    for (const binding of await this.modules.listImports(file)) {
      const { module, local, exportedAs } = binding;
      if (module === undefined || binding.name !== undefined || local !== undefined) continue;
      if (exportedAs !== undefined && file.rules.handsOnImports !== true) continue;
      if (binding.scope !== undefined && !isAround(binding.scope, node)) continue;
      const opened = await this.#followPath(file, module);
      if (opened?.is === "foreign") continue;
      isKnown &&= opened !== undefined;
      const meaning = opened?.is === "module"
        ? await this.#findInModules(opened.places, wanted)
        : opened && await this.findMemberOf(opened, wanted);
      if (meaning !== undefined && meaning.is !== "foreign") {
        return { meaning: narrow(meaning, wanted), isKnown };
      }
    }
    return { isKnown };
  }

  async #findDefault({ places, imported }: ModuleMeaning): Promise<Meaning | undefined> {
    // Where all names are handed on, `default` is a name like others.
    if (imported?.from.rules.handsOnImports === true) return undefined;
    return await this.#findInModules(places, { name: "default" });
  }

  /** Returns what a whole module stands for that is called, or used as a type: its default export. */
  async #defaultOf(
    found: Meaning,
    { name }: ImportedBinding,
    node: SyntaxNode,
  ): Promise<Meaning | undefined> {
    if (found.is !== "module" || name !== "*" || node.parent === null) return undefined;
    return await this.#findDefault(found);
  }

  /** Returns what an import stands for, where several names are one: something of the wanted kinds. */
  async followImport(
    file: SyntaxFile,
    binding: ImportedBinding,
    means?: WantedName["means"],
  ): Promise<Meaning | undefined> {
    const { module = "", name } = binding;
    const opened = await this.#followPath(file, module);
    if (opened?.is === "foreign" || name === "*" || name === undefined) return opened;
    const found = opened?.is === "module"
      ? await this.#findInModules(opened.places, { name, means })
      : opened && await this.findMemberOf(opened, { name, means });
    if (found !== undefined && found.is !== "foreign") return found;
    // A module of a module: `from package import module`.
    const inner = await this.#findInnerModule(file, joinModule(module, name));
    // A path of one name is foreign where it is neither declared nor a module.
    return inner ?? (module === "" ? FOREIGN : undefined);
  }

  async #findInnerModule(from: SyntaxFile, path: string): Promise<ModuleMeaning | undefined> {
    const places = await this.modules.find(path, from);
    return places === undefined || places === "foreign"
      ? undefined
      : { is: "module", places, imported: { path, from } };
  }

  /** Returns what a path stands for: a module, or what modules and types in it have by the rest of the path. */
  async #followPath(file: SyntaxFile, path: string): Promise<Meaning | undefined> {
    const places = await this.modules.find(path, file);
    if (places === "foreign") return FOREIGN;
    if (places !== undefined) return { is: "module", places, imported: { path, from: file } };
    const end = path.lastIndexOf("::");
    if (end < 0) return undefined;
    const name = path.slice(end + 2);
    if (end === 0) return await this.findExported(file, { name, means: PATH_KINDS });
    const outer = await this.#followPath(file, path.slice(0, end));
    return outer && await this.findMemberOf(outer, { name, means: PATH_KINDS });
  }

  /** Returns what modules export by a name. */
  async #findInModules(
    places: readonly ModulePlace[],
    wanted: WantedName,
  ): Promise<Meaning | undefined> {
    for (const place of places) {
      const found = await this.#findAt(place, wanted);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #findAt(place: ModulePlace, wanted: WantedName): Promise<Meaning | undefined> {
    const { name } = wanted;
    if ("file" in place) {
      const file = await this.files.open(place.file);
      return file === undefined ? undefined : await this.findExported(file, wanted);
    }
    if ("package" in place) return await this.#findInPackage(place.package, name);
    const found = await this.#findDefinedIn(name, (path) => folderOf(path) === place.folder);
    return firstOf(found, name);
  }

  /** Returns what a package declares by a name, or a type whose path it would be: `import static a.b.Type.member`. */
  async #findInPackage(path: string, name: string): Promise<Meaning | undefined> {
    const end = `/${path.replaceAll(".", "/")}`;
    const isNear = (file: string) => `/${folderOf(file)}`.endsWith(end);
    const defining = await this.listDefining(name);
    for (const isWanted of [isNear, (file: string) => !isNear(file)]) {
      const paths = defining.filter(isWanted).slice(0, MAX_DEFINING);
      const texts = await this.files.readAll(paths);
      // Only a file that has its name can declare the package.
      const last = path.slice(path.lastIndexOf(".") + 1);
      const naming = paths.filter((one) => texts.get(one)?.text.includes(last));
      const files = [...(await this.files.openAll(naming)).values()];
      const found = firstOf(files.filter(({ packageName }) => packageName === path), name);
      if (found !== undefined) return found;
    }
    const [, outer, type] = TYPE_PATH_REGEXP.exec(path) ?? [];
    if (outer === undefined || type === undefined) return undefined;
    const owner = await this.#findInPackage(outer, type);
    const member = owner && await this.findMemberOf(owner, { name });
    return member?.is === "declared" ? member : undefined;
  }

  /** Returns what a name stands for at the top of a file: what it declares, imports or hands on. */
  async findExported(file: SyntaxFile, wanted: WantedName): Promise<Meaning | undefined> {
    const key = `${file.path}\0=${wanted.name}\0${wanted.means?.join() ?? ""}`;
    if (this.#meanings.has(key)) return await this.#meanings.get(key);
    this.#meanings.set(key, undefined);
    const meaning = await this.#findHandedOn(file, wanted);
    this.#meanings.set(key, Promise.resolve(meaning));
    return meaning;
  }

  async #findHandedOn(file: SyntaxFile, wanted: WantedName): Promise<Meaning | undefined> {
    const { name, means } = wanted;
    const { rules, imports } = file;
    let other: Meaning | undefined;
    for (const binding of imports) {
      const { module, local, exportedAs, scope } = binding;
      if (exportedAs !== name && !(rules.handsOnImports === true && local === name)) continue;
      if (scope !== undefined) continue;
      if (module !== undefined) {
        const found = await this.followImport(file, binding, means);
        // What stands in for something from outside, or is of another kind, may be declared below.
        if (found !== undefined && found.is !== "foreign" && mayBe(found, wanted)) return found;
        other ??= found;
      } else if (local !== undefined && local !== name) {
        return await this.findExported(file, { ...wanted, name: local });
      }
    }
    const declared = firstOf([file], name, means);
    if (declared !== undefined && (other?.is !== "module" || mayBe(declared, wanted))) {
      return declared;
    }
    if (other !== undefined) return other;
    const imported = imports.find(({ local, module }) => local === name && module !== undefined);
    if (imported !== undefined) return await this.followImport(file, imported, means);
    for (const { module, exportedAs, name: inner, local } of imports) {
      const isOpen = exportedAs === "*" ||
        rules.handsOnImports === true && inner === undefined && local === undefined;
      const opened = isOpen && module !== undefined && await this.#followPath(file, module);
      if (!opened || opened.is === "foreign") continue;
      // The modules in a module are none of its names.
      const found = opened.is === "module"
        ? await this.#findInModules(opened.places, wanted)
        : await this.findMemberOf(opened, wanted);
      if (found !== undefined && found.is !== "foreign") return found;
    }
    return undefined;
  }

  /** Resolves a name by what files share without an import. */
  async #findShared(file: SyntaxFile, name: string): Promise<Meaning | undefined> {
    const { shares } = file.rules;
    if (shares === "nothing") return undefined;
    if ((shares === "package" || shares === "namespace") && file.packageName !== undefined) {
      const parts = file.packageName.split(".");
      for (let count = parts.length; count > 0; count--) {
        const found = await this.#findInPackage(parts.slice(0, count).join("."), name);
        if (found !== undefined || shares === "package") return found;
      }
    }
    if (shares === "folder") {
      const found = await this.#findDefinedIn(
        name,
        (path) => folderOf(path) === folderOf(file.path),
      );
      return firstOf(found.filter(({ packageName }) => packageName === file.packageName), name);
    }
    if (shares === "package" || shares === "namespace") {
      const found = await this.#findDefinedIn(name);
      return firstOf(found.filter(({ packageName }) => packageName === file.packageName), name);
    }
    if (shares === "included") return await this.#findIncluded(file, name);
    const all = (await this.#findDefinedIn(name)).flatMap((one) => firstOf([one], name) ?? []);
    const [first, ...others] = all.filter(({ declaration }) => declaration.use.isPrivate !== true);
    // A type may be opened again in many files.
    return others.every((one) => isSameType(one, first!)) ? first : undefined;
  }

  /** Returns the declarations of a type, which may be opened again in other files. */
  async #listOpenings(type: DeclaredMeaning): Promise<readonly DeclaredMeaning[]> {
    if (type.file.rules.ownerPath === undefined || type.declaration.use.kind !== "type") {
      return [type];
    }
    const { text } = type.declaration.node;
    const files = await this.#findDefinedIn(text);
    const again = files.flatMap((file) =>
      file.listDeclarations(text).map((declaration) =>
        ({ is: "declared", file, declaration }) as const
      )
    ).filter((one) => isSameType(one, type) && !isSameDeclaration(one, type));
    return [type, ...again];
  }

  /**
   * Resolves a name as a linker does: by the one body in the tree, or by what the included files say. Where these only
   * announce it, the body is in the file that includes the same one.
   */
  async #findIncluded(file: SyntaxFile, name: string): Promise<Meaning | undefined> {
    const found = await this.#findDefinedIn(name);
    const bodies = found.filter((one) => areRelated(one.language, file.language))
      .flatMap((one) => firstOf([one], name) ?? [])
      .filter(({ declaration: { use } }) => use.isForward !== true && use.isPrivate !== true);
    const [only] = bodies;
    if (bodies.length === 1 && only !== undefined && await this.#canInclude(file, only.file)) {
      return only;
    }
    const opened = (await this.#findOpened(file, { name })).meaning;
    if (opened?.is !== "declared" || opened.declaration.use.isForward !== true) {
      // Of a header that has a body and announces another one, the build chooses.
      const isChosen = opened?.is === "declared" && opened.file.listDeclarations(name)
        .some(({ use }) => use.isForward === true && use.kind === "function");
      if (isChosen) {
        return { ...opened, others: bodies.filter((one) => !isSameDeclaration(one, opened)) };
      }
      const near = bodies.filter((one) => folderOf(one.file.path) === folderOf(file.path));
      return opened ?? (near.length === 1 ? near[0] : undefined);
    }
    const including: DeclaredMeaning[] = [];
    for (const body of bodies) {
      for (const { module = "" } of body.file.imports) {
        const places = await this.modules.find(module, body.file);
        if (places === undefined || places === "foreign") continue;
        if (places.some((place) => "file" in place && place.file === opened.file.path)) {
          including.push(body);
        }
      }
    }
    return including.length === 1 ? including[0] : opened;
  }

  async #findDefinedIn(
    name: string,
    isWanted: (path: string) => boolean = () => true,
  ): Promise<readonly SyntaxFile[]> {
    const paths = (await this.listDefining(name)).filter(isWanted).slice(0, MAX_DEFINING);
    return [...(await this.files.openAll(paths)).values()];
  }

  /** Resolves a name alone as a member of the types around it. */
  async #findImplicit(
    file: SyntaxFile,
    node: SyntaxNode,
    wanted: WantedName,
  ): Promise<Meaning | undefined> {
    const tried = new Set<string>();
    for (let around: SyntaxNode | null = node; around !== null; around = around.parent) {
      const owner = file.rules.ownerAt(around);
      if (owner === undefined) return undefined;
      if (tried.has(owner)) continue;
      tried.add(owner);
      const type = await this.findOwner(file, around);
      const member = type === undefined ? undefined : await this.findMemberOf(type, wanted);
      if (member?.is === "declared" && isMeant(member.declaration.use, wanted)) return member;
    }
    return undefined;
  }

  /** Returns the declaration of the type around a node. */
  async findOwner(file: SyntaxFile, node: SyntaxNode): Promise<Meaning | undefined> {
    const written = file.rules.ownerTypeAt?.(node);
    if (written !== undefined) return await this.#resolveType({ file, type: written });
    const owner = file.rules.ownerAt(node);
    if (owner === undefined) return undefined;
    const declared = file.listDeclarations(owner).filter(({ use }) =>
      use.kind === "type" || use.kind === "value"
    );
    const own =
      declared.find((one) => one.node.parent !== null && isAround(one.node.parent, node)) ??
        declared.find(({ use }) => use.scope !== undefined) ?? declared[0];
    if (own !== undefined) return { is: "declared", file, declaration: own };
    return await this.#findShared(file, owner) ?? await this.#findApart(file, owner);
  }

  async #findApart(file: SyntaxFile, owner: string): Promise<Meaning | undefined> {
    const binding = file.imports.find(({ local, module }) =>
      local === owner && module !== undefined
    );
    if (binding !== undefined) return await this.followImport(file, binding);
    const { membersApart = "nowhere" } = file.rules;
    if (membersApart === "nowhere") return undefined;
    const found = await this.#findDefinedIn(owner);
    const types = found.flatMap((one) => firstOf([one], owner) ?? []);
    return types.length === 1 ? types[0] : undefined;
  }

  async #findMember(
    file: SyntaxFile,
    receiver: SyntaxNode,
    wanted: WantedName,
  ): Promise<Meaning | undefined> {
    const type = await this.typeOf(file, receiver);
    const owners = type === undefined ? [] : await this.#resolveTypes(type);
    const owner = owners.find((one) => one !== undefined);
    if (owner === undefined) return undefined;
    const { is } = file.rules.readExpression(receiver) ?? {};
    const member = is === "super" && owner.is === "declared"
      ? await this.#findInherited(owner, wanted)
      : await this.#narrowMember(file, await this.#findMemberOfAny(owners, wanted));
    // A subclass may have it, or another type that this one is mixed into.
    const isOpen = file.rules.hasLateMembers === true && (is === "self" || is === "super");
    if (isOpen && member?.is === "foreign") return undefined;
    const mayBeInTrait = file.rules.isTrait !== undefined && member?.is !== "declared" &&
      owner.is !== "module" && !(owner.is === "foreign" && wanted.isStatic === true);
    if (mayBeInTrait) {
      const found = await this.#findInTraits(file, wanted);
      if (found.length === 0) return member;
      return found.length === 1 && owner.is === "declared" ? found[0] : undefined;
    }
    if (member?.is === "declared") return member;
    if (owner.is === "module") return await this.#findPackage(file, wanted, owner.places) ?? member;
    if (type === undefined || file.rules.hasExtensions !== true) return member;
    const extensions = await this.#listExtensions(wanted);
    if (extensions.length === 0) return member;
    const names = await this.listTypeNames(type);
    const fit = extensions.filter(({ file, declaration: { use } }) =>
      nameOfType(file, use.extended!).some((name) => names.has(name))
    );
    const [first, ...others] = fit;
    // What a type from outside of the tree inherits is not known.
    if (first === undefined) return owner.is === "foreign" ? undefined : member;
    return others.length === 0 ? first : { ...first, others };
  }

  /** Returns the functions by a name that can be called like members of what they extend. */
  async #listExtensions(wanted: WantedName): Promise<readonly DeclaredMeaning[]> {
    const files = await this.#findDefinedIn(wanted.name);
    return files.flatMap((file) =>
      file.listDeclarations(wanted.name)
        .filter(({ use }) => use.extended !== undefined && takes(use, wanted.given))
        .map((declaration): DeclaredMeaning => ({ is: "declared", file, declaration }))
    );
  }

  /** Returns the names of a type and of what it inherits from. */
  async listTypeNames(type: TypeReference): Promise<ReadonlySet<string>> {
    const names = new Set<string>("type" in type ? nameOfType(type.file, type.type) : []);
    const visit = async (meaning: Meaning | undefined, depth: number): Promise<void> => {
      if (meaning?.is !== "declared" || depth > MAX_BASES) return;
      const { file, declaration: { node } } = meaning;
      names.add(node.text);
      for (const base of file.rules.basesOf(node)) {
        for (const name of nameOfType(file, base)) names.add(name);
        await visit(await this.#resolveType({ file, type: base }), depth + 1);
      }
    };
    await visit(await this.#resolveType(type), 0);
    return names;
  }

  /** Returns the members by a name of the traits that a file knows: any type may have them. */
  async #findInTraits(
    file: SyntaxFile,
    { name }: WantedName,
  ): Promise<readonly DeclaredMeaning[]> {
    const found: DeclaredMeaning[] = [];
    for (const one of await this.#findDefinedIn(name)) {
      const { rules } = one;
      for (const declaration of one.listDeclarations(name)) {
        const { owner: trait } = declaration.use;
        const written = trait === undefined ? undefined : rules.ownerTypeAt?.(declaration.node);
        if (written === undefined || rules.isTrait?.(written) !== true) continue;
        const isKnown = one === file || file.listOccurrences(trait!).length > 0 ||
          file.imports.some(({ name, local }) => name === undefined && local === undefined);
        if (isKnown) found.push({ is: "declared", file: one, declaration });
      }
    }
    return found;
  }

  /** Returns the package that a name may be the path of, or a further part of that of another one. */
  async #findPackage(
    file: SyntaxFile,
    { name, means = [] }: WantedName,
    outer?: readonly ModulePlace[],
  ): Promise<Meaning | undefined> {
    if (file.rules.packageOf === undefined || !means.includes("module")) return undefined;
    const paths = outer?.flatMap((one) => "package" in one ? [`${one.package}.${name}`] : []);
    const found = await Promise.all((paths ?? [name]).map((path) => this.modules.find(path, file)));
    const places = found.flatMap((one) => one === "foreign" ? [] : one ?? [])
      .filter((place) => "package" in place);
    return places.length === 0 ? undefined : { is: "module", places };
  }

  /**
   * Returns the member of a type, an object or a module that goes by a name; foreign when it surely has none in the
   * tree.
   */
  async findMemberOf(
    owner: Meaning,
    wanted: WantedName,
    seen: Set<Declaration["node"]> = new Set(),
  ): Promise<Meaning | undefined> {
    if (owner.is === "foreign") return FOREIGN;
    const { name, given } = wanted;
    if (owner.is === "module") return await this.#findInModule(owner, wanted, seen);
    const { declaration } = owner;
    const { node, use } = declaration;
    if (seen.has(node)) return FOREIGN;
    seen.add(node);
    const members = await this.#listMembers(owner, name);
    const meant = members.filter(({ declaration }) => isMeant(declaration.use, wanted));
    const own = meant.length > 0 ? meant : members;
    const [first, ...others] = fitting(own, given);
    if (first !== undefined) return others.length === 0 ? first : { ...first, others };
    if (use.kind === "module") return await this.#findImportedIn(owner, wanted);
    if (use.kind === "value" || use.kind === "function") {
      const type = await this.#typeOfMeaning(owner);
      return type && await this.#findMemberOfAny(await this.#resolveTypes(type), wanted, seen);
    }
    return await this.#findInherited(owner, wanted, seen);
  }

  /** Returns the member of a value that is of one of some types; see {@link findMemberOf}. */
  async #findMemberOfAny(
    owners: readonly (Meaning | undefined)[],
    wanted: WantedName,
    seen: ReadonlySet<Declaration["node"]> = new Set(),
  ): Promise<Meaning | undefined> {
    const found: DeclaredMeaning[] = [];
    let isKnown = true;
    for (const owner of owners) {
      const member = owner && await this.findMemberOf(owner, wanted, new Set(seen));
      if (member?.is === "module") return member;
      isKnown &&= member !== undefined;
      if (member?.is !== "declared") continue;
      if (!found.some((one) => isSameDeclaration(one, member))) found.push(member);
    }
    const [first, ...others] = found;
    if (first === undefined) return isKnown ? FOREIGN : undefined;
    return others.length === 0 ? first : { ...first, others: [...first.others ?? [], ...others] };
  }

  /** Returns the member that a type inherits; foreign when it surely inherits none from the tree. */
  async #findInherited(
    owner: DeclaredMeaning,
    wanted: WantedName,
    seen: Set<Declaration["node"]> = new Set(),
  ): Promise<Meaning | undefined> {
    const { file: { rules }, declaration: { node, use } } = owner;
    const bases = (await this.#listOpenings(owner)).flatMap(({ file, declaration }) =>
      // An alias stands for another type.
      [...(use.type === undefined ? [] : [use.type]), ...rules.basesOf(declaration.node)]
        .map((base) => ({ file, base }))
    );
    let isKnown = true;
    for (const { file, base } of bases) {
      const type = await this.#resolveType({ file, type: base });
      const { basesAreMembers, typeNames } = rules;
      const isNamed = basesAreMembers === true && base !== use.type &&
        typeNames(base)?.[0]?.text === wanted.name;
      if (isNamed) return type;
      const found = type === undefined ? undefined : await this.findMemberOf(type, wanted, seen);
      if (found !== undefined && found.is !== "foreign") return found;
      isKnown &&= found !== undefined;
    }
    const { catchAllMembers = [] } = rules;
    isKnown &&= !catchAllMembers.some((one) =>
      owner.file.listDeclarations(one).some(({ use }) => use.owner === node.text)
    );
    const isClosed = use.isParameter !== true && rules.isTrait?.(node) !== true;
    return isKnown && isClosed ? FOREIGN : undefined;
  }

  /** Returns what a module inside a file imports by a name. */
  async #findImportedIn(
    { file, declaration: { node } }: DeclaredMeaning,
    { name }: WantedName,
  ): Promise<Meaning | undefined> {
    const inner = node.parent;
    if (inner === null) return FOREIGN;
    const imports = file.imports.filter(({ scope }) => scope?.parent?.id === inner.id);
    for (const binding of imports.filter(({ local }) => local === name)) {
      const found = await this.followImport(file, binding);
      if (found !== undefined) return found;
    }
    for (const { module, local } of imports) {
      const opened = local === undefined && module !== undefined &&
        await this.#followPath(file, module);
      const found = opened ? await this.findMemberOf(opened, { name }) : undefined;
      if (found?.is === "declared") return found;
    }
    return FOREIGN;
  }

  /** Returns the members by a name that a type itself has, in its file and where else they may be declared. */
  async #listMembers(
    { file, declaration }: DeclaredMeaning,
    name: string,
  ): Promise<readonly DeclaredMeaning[]> {
    const owner = declaration.node.text;
    const path = typePath(file, declaration.node);
    const twins = path === undefined ? this.#listTwins(file, declaration) : [];
    const inner = declaration.use.kind === "module" ? declaration.node.parent : null;
    const own = file.listDeclarations(name).filter(({ use, node }) =>
      use.owner === owner && (path === undefined || path === file.rules.ownerPath?.(node)) &&
        !twins.some((twin) => isAround(twin, node)) ||
      inner !== null && isAround(inner, node) && use.scope?.parent?.id === inner.id
    ).map((found): DeclaredMeaning => ({ is: "declared", file, declaration: found }));
    const { membersApart = "nowhere", ownerTypeAt } = file.rules;
    const isWhole = own.some(({ declaration: { use } }) => use.isForward !== true);
    if (membersApart === "nowhere" || isWhole && ownerTypeAt !== undefined) return own;
    const isNear = (path: string) => folderOf(path) === folderOf(file.path);
    const naming = new Set(ownerTypeAt === undefined ? [] : await this.listDefining(owner));
    const apart = await this.#findDefinedIn(
      name,
      (path) =>
        isNear(path) ||
        membersApart === "package" ||
        membersApart === "anywhere" && (ownerTypeAt === undefined || naming.has(path)),
    );
    const others: DeclaredMeaning[] = [];
    for (const one of apart) {
      if (one === file || one.language !== file.language) continue;
      if (membersApart === "package" && one.packageName !== file.packageName) continue;
      for (const found of one.listDeclarations(name)) {
        if (found.use.owner !== owner) continue;
        if (path !== undefined && path !== one.rules.ownerPath?.(found.node)) continue;
        if (
          path === undefined && membersApart !== "package" &&
          !await this.#isApartOf({ is: "declared", file, declaration }, one, found)
        ) {
          continue;
        }
        others.push({ is: "declared", file: one, declaration: found });
      }
    }
    return [...own, ...others];
  }

  /** Returns whether a member that is declared apart is one of a type, rather than of another one of its name. */
  async #isApartOf(
    { file, declaration }: DeclaredMeaning,
    one: SyntaxFile,
    { node, use }: Declaration,
  ): Promise<boolean> {
    if (use.scope !== undefined || declaration.use.kind !== "type") return true;
    const owner = await this.findOwner(one, node);
    if (owner?.is !== "declared" || owner.declaration.use.isForward === true) return true;
    return owner.file === file && owner.declaration.node.startIndex === declaration.node.startIndex;
  }

  /** Returns the other types of a file that go by the name of one, but for those around it. */
  #listTwins(file: SyntaxFile, { node, use }: Declaration): readonly SyntaxNode[] {
    return file.listDeclarations(node.text).flatMap((one): readonly SyntaxNode[] => {
      const isTwin = one.use.kind === "type" && one.use.scope?.id !== use.scope?.id;
      const { parent } = one.node;
      return isTwin && parent !== null && !isAround(parent, node) ? [parent] : [];
    });
  }

  /** Returns the member of a module, or of what it exports in its own place: `module.exports = class …`. */
  async #findInModule(
    { places, imported }: ModuleMeaning,
    wanted: WantedName,
    seen: Set<Declaration["node"]>,
  ): Promise<Meaning | undefined> {
    const { name } = wanted;
    const found = await this.#findInModules(places, wanted) ??
      (imported && await this.#findInnerModule(imported.from, joinModule(imported.path, name)));
    if (found !== undefined) return found;
    const whole = await this.#findDefault({ is: "module", places, imported });
    if (whole !== undefined) return await this.findMemberOf(whole, wanted, seen);
    for (const one of imported?.from.rules.catchAllMembers ?? []) {
      if (await this.#findInModules(places, { name: one }) !== undefined) return undefined;
    }
    for (const place of places) {
      const file = "file" in place ? await this.files.open(place.file) : undefined;
      const isOpen = file?.imports.some(({ exportedAs, module }) =>
        exportedAs === "*" && module === undefined
      );
      if (isOpen === true) return undefined;
    }
    return FOREIGN;
  }

  /** Returns the type of an expression. */
  async typeOf(file: SyntaxFile, node: SyntaxNode): Promise<TypeReference | undefined> {
    const key = `${file.path}\0${node.type}\0${node.startIndex}\0${node.endIndex}`;
    // One whose type is being looked for leads back to itself.
    if (this.#types.has(key)) return this.#types.get(key);
    this.#types.set(key, undefined);
    const expression = file.rules.readExpression(node);
    const type = expression && await this.#typeOfExpression(file, expression, node);
    this.#types.set(key, type);
    return type;
  }

  async #typeOfExpression(
    file: SyntaxFile,
    expression: Expression,
    node: SyntaxNode,
  ): Promise<TypeReference | undefined> {
    switch (expression.is) {
      case "same":
        return await this.typeOf(file, expression.of);
      case "typed":
        return { file, type: expression.type };
      case "self":
      case "super": {
        const meaning = await this.findOwner(file, node);
        return meaning && { meaning };
      }
      case "name": {
        const meaning = await this.meaningOf(file, expression.name);
        return meaning && await this.#typeOfMeaning(meaning);
      }
      case "call": {
        const callee = await this.#meaningOfExpression(file, expression.callee);
        return callee === undefined || callee.is === "foreign"
          ? await this.#resultOfForeign(file, expression.callee, callee)
          : await this.#resultOfCall(file, callee, { call: node, ...expression });
      }
      case "element": {
        const type = await this.typeOf(file, expression.of);
        return type && await this.#elementOf(type);
      }
      case "part": {
        const type = await this.typeOf(file, expression.of);
        return type && await this.#takenFrom(type, expression);
      }
      case "module": {
        const meaning = await this.#followPath(file, expression.module);
        return meaning && { meaning };
      }
    }
  }

  async #meaningOfExpression(file: SyntaxFile, node: SyntaxNode): Promise<Meaning | undefined> {
    const expression = file.rules.readExpression(node);
    if (expression?.is === "name") return await this.meaningOf(file, expression.name);
    if (expression?.is === "same") return await this.#meaningOfExpression(file, expression.of);
    const type = await this.typeOf(file, node);
    return type && await this.#resolveType(type);
  }

  /** Returns the type of what a call of something from outside of the tree, or unknown, returns. */
  async #resultOfForeign(
    file: SyntaxFile,
    callee: SyntaxNode,
    meaning: Meaning | undefined,
  ): Promise<TypeReference | undefined> {
    const { foreignResult, elementType } = file.rules;
    if (foreignResult === undefined) return meaning && { meaning };
    const part = foreignResult(callee);
    if (part !== undefined) return await this.#typeOfExpression(file, part, callee);
    const name = file.rules.readExpression(callee);
    const use = name?.is === "name" ? file.readUse(name.name) : undefined;
    const receiver = use?.is === "used" ? use.receiver : undefined;
    const type = receiver && await this.typeOf(file, receiver);
    // A member of a generic type may return anything.
    const isGeneric = type !== undefined && "type" in type && elementType(type.type) !== undefined;
    return isGeneric || meaning === undefined ? undefined : { meaning };
  }

  /** Returns the type of what a call returns, which its receiver or an argument may tell. */
  async #resultOfCall(
    file: SyntaxFile,
    callee: Meaning,
    { call, callee: called }: { readonly call: SyntaxNode; readonly callee: SyntaxNode },
  ): Promise<TypeReference | undefined> {
    if (callee.is === "declared" && callee.declaration.use.kind === "function") {
      const { rules } = callee.file;
      const { node, use: { type, value, owner } } = callee.declaration;
      if (owner !== undefined && returnsSelf(rules, type ?? value)) {
        const expression = file.rules.readExpression(called);
        const use = expression?.is === "name" ? file.readUse(expression.name) : undefined;
        const receiver = use?.is === "used" ? use.receiver : undefined;
        const own = receiver && await this.typeOf(file, receiver);
        if (own !== undefined) return own;
      }
      const [name, ...others] = type && rules.genericArgument ? rules.typeNames(type) ?? [] : [];
      const parameter = name === undefined || others.length > 0
        ? undefined
        : await this.meaningOf(callee.file, name);
      if (parameter?.is === "declared" && parameter.declaration.use.isParameter === true) {
        const given = rules.genericArgument?.(call, node, name!.text);
        return given && await this.#typeOfExpression(file, given, call);
      }
    }
    const type = await this.#resultOf(callee);
    if (type === undefined || callee.is !== "declared" || callee.declaration.use.isForward) {
      return type;
    }
    if ("meaning" in type || type.file.rules.typeNames(type.type) !== undefined) return type;
    // The overloads of a function that returns anything may say more.
    const { file: own, declaration: { node, use } } = callee;
    for (const declaration of own.listDeclarations(node.text)) {
      const { isForward, owner, scope } = declaration.use;
      if (isForward !== true || owner !== use.owner || scope?.id !== use.scope?.id) continue;
      const overload = { is: "declared", file: own, declaration } as const;
      const found = await this.#resultOfCall(file, overload, { call, callee: called });
      if (found !== undefined) return found;
    }
    return type;
  }

  /** Returns the type of what a call of something returns: of a type, one of it. */
  async #resultOf(callee: Meaning, step = 0): Promise<TypeReference | undefined> {
    if (callee.is !== "declared") return { meaning: callee };
    const { file, declaration: { use } } = callee;
    if (use.kind === "type") return { meaning: callee };
    if (use.kind === "value") {
      const { is } = use.value === undefined ? {} : file.rules.readExpression(use.value) ?? {};
      if (is === "name" && use.type === undefined && use.isElement !== true && step < MAX_ALIASES) {
        // Another name of a type or a function.
        const other = await this.#meaningOfExpression(file, use.value!);
        if (other !== undefined) return await this.#resultOf(other, step + 1);
      }
      const type = await this.#typeOfMeaning(callee);
      if (use.arity !== undefined) return type;
      return type && await this.#innerType(type, file.rules.resultType);
    }
    if (use.kind !== "function") return undefined;
    const isOne = (callee.others ?? []).every(({ declaration }) =>
      declaration.use.type?.text === use.type?.text
    );
    if (!isOne) return undefined;
    if (use.type !== undefined) return { file, type: use.type };
    return use.value === undefined ? undefined : await this.typeOf(file, use.value);
  }

  /** Returns the type of what a name stands for. */
  async #typeOfMeaning(meaning: Meaning): Promise<TypeReference | undefined> {
    const type = await this.#typeOfOne(meaning);
    if (type !== undefined || meaning.is !== "declared") return type;
    // It may be told where the same variable or member is assigned again.
    const { file, declaration: { node, use } } = meaning;
    if (use.kind !== "value" || use.type !== undefined || use.knownFrom !== undefined) {
      return undefined;
    }
    for (const declaration of file.listDeclarations(node.text)) {
      const { kind, owner, scope } = declaration.use;
      if (declaration.node.id === node.id || kind !== "value") continue;
      if (owner !== use.owner || scope?.id !== use.scope?.id) continue;
      const found = await this.#typeOfOne({ is: "declared", file, declaration });
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #typeOfOne(meaning: Meaning): Promise<TypeReference | undefined> {
    if (meaning.is !== "declared") return { meaning };
    const { file, declaration: { use } } = meaning;
    if (use.kind === "type" || use.kind === "module") return { meaning };
    if (use.kind === "function") return undefined;
    if (use.type !== undefined) {
      return await this.#takenFrom({ file, type: use.type }, use);
    }
    if (use.value === undefined) return undefined;
    if (use.property !== undefined) {
      const member = await this.#findMember(file, use.value, { name: use.property.text });
      return member && await this.#typeOfMeaning(member);
    }
    const type = await this.typeOf(file, use.value);
    return type && await this.#takenFrom(type, use);
  }

  /** Returns the type of what a declaration takes from a value of a type: all of it, an element, or one of its parts. */
  async #takenFrom(
    type: TypeReference,
    { isElement = false, index }: Pick<DeclaredName, "isElement" | "index">,
  ): Promise<TypeReference | undefined> {
    if (isElement) return await this.#elementOf(type, index);
    if (index === undefined) return type;
    if ("meaning" in type && type.meaning.is !== "declared") return type;
    const { rules } = "type" in type ? type.file : (type.meaning as DeclaredMeaning).file;
    return await this.#innerType(type, (one) => rules.partType?.(one, index));
  }

  async #elementOf(type: TypeReference, index?: number): Promise<TypeReference | undefined> {
    // What a list from outside of the tree holds may be of the tree.
    if ("meaning" in type && type.meaning.is !== "declared") return undefined;
    const { rules } = "type" in type ? type.file : (type.meaning as DeclaredMeaning).file;
    return await this.#innerType(type, (one) => rules.elementType(one, index));
  }

  /** Returns a type in a type, or in what that is declared as: `T` of `List` for `type List []T`. */
  async #innerType(
    type: TypeReference,
    read: ((type: SyntaxNode) => SyntaxNode | undefined) | undefined,
  ): Promise<TypeReference | undefined> {
    let outer: TypeReference | undefined = type;
    for (let step = 0; step < MAX_ALIASES && outer !== undefined; step++) {
      if ("type" in outer) {
        const inner = read?.(outer.type);
        if (inner !== undefined) return { file: outer.file, type: inner };
      }
      const meaning: Meaning | undefined = await this.#resolveType(outer);
      if (meaning?.is !== "declared") return undefined;
      const { file, declaration: { node, use } } = meaning;
      const own = read?.(node);
      if (own !== undefined) return { file, type: own };
      outer = use.kind !== "type" || use.type === undefined ? undefined : { file, type: use.type };
    }
    return undefined;
  }

  /** Returns what declares a type, of several alternatives the first. */
  async #resolveType(type: TypeReference): Promise<Meaning | undefined> {
    const all = await this.#resolveTypes(type);
    const known = all.find((one) => one !== undefined && one.is !== "foreign");
    return known ?? (all.includes(undefined) ? undefined : FOREIGN);
  }

  /** Returns what declares the alternatives of a type; undefined for those of which that cannot be told. */
  async #resolveTypes(type: TypeReference): Promise<readonly (Meaning | undefined)[]> {
    if ("meaning" in type) return [type.meaning];
    const names = type.file.rules.typeNames(type.type);
    if (names === undefined) return [undefined];
    if (names.length === 0) return [FOREIGN];
    const all: (Meaning | undefined)[] = [];
    for (const name of names) all.push(await this.meaningOf(type.file, name));
    return all;
  }

  /** Returns what declares a type, of which others may be further names. */
  async #typeBehind(type: TypeReference): Promise<DeclaredMeaning | undefined> {
    let outer: TypeReference | undefined = type;
    for (let step = 0; step < MAX_ALIASES && outer !== undefined; step++) {
      const meaning: Meaning | undefined = await this.#resolveType(outer);
      if (meaning?.is !== "declared") return undefined;
      const { file, declaration: { use } } = meaning;
      if (use.kind === "type" && use.type === undefined) return meaning;
      outer = use.type === undefined
        ? await this.#typeOfMeaning(meaning)
        : { file, type: use.type };
    }
    return undefined;
  }

  /** Returns where a member has its body that a declaration in its type only announces, or else the declaration. */
  async bodyOf(announced: DeclaredMeaning): Promise<DeclaredMeaning> {
    const { file, declaration: { node, use } } = announced;
    const { membersApart = "nowhere" } = file.rules;
    if (use.isForward !== true || use.owner === undefined || membersApart === "nowhere") {
      return announced;
    }
    const owner = await this.findOwner(file, node);
    const members = owner?.is === "declared" ? await this.#listMembers(owner, node.text) : [];
    return members.find(({ declaration }) =>
      declaration.use.isForward !== true && declaration.use.arity?.[1] === use.arity?.[1]
    ) ?? announced;
  }

  /** Returns the declarations that a member of a type overrides, in the types that it inherits from. */
  async listOverridden(meaning: DeclaredMeaning): Promise<readonly DeclaredMeaning[]> {
    const { declaration } = meaning;
    return await this.#overridden.getOrInsertComputed(
      declaration,
      () => this.#findOverridden(meaning),
    );
  }

  async #findOverridden(meaning: DeclaredMeaning): Promise<readonly DeclaredMeaning[]> {
    const { file, declaration: { node, use } } = meaning;
    if (use.owner === undefined) return [];
    const found = new Map<string, DeclaredMeaning>();
    const visit = async (owner: Meaning | undefined, depth: number): Promise<void> => {
      if (owner?.is !== "declared" || depth > MAX_STEPS) return;
      for (const base of owner.file.rules.basesOf(owner.declaration.node)) {
        const type = await this.#typeBehind({ file: owner.file, type: base });
        if (type === undefined) continue;
        for (const one of await this.#listMembers(type, node.text)) {
          found.set(`${one.file.path}\0${one.declaration.node.startIndex}`, one);
        }
        if (found.size < MAX_STEPS) await visit(type, depth + 1);
      }
    };
    const owner = await this.findOwner(file, node);
    await visit(owner, 0);
    const trait = use.overrides && await this.#resolveType({ file, type: use.overrides });
    for (const one of trait?.is === "declared" ? await this.#listMembers(trait, node.text) : []) {
      found.set(`${one.file.path}\0${one.declaration.node.startIndex}`, one);
    }
    for (const one of await this.#listRequiring(owner, node.text)) {
      found.set(`${one.file.path}\0${one.declaration.node.startIndex}`, one);
    }
    return [...found.values()];
  }

  /** Returns the members by a name of the interfaces that a type is one of without naming them. */
  async #listRequiring(
    owner: Meaning | undefined,
    name: string,
  ): Promise<readonly DeclaredMeaning[]> {
    if (owner?.is !== "declared") return [];
    const { requiredMembers } = owner.file.rules;
    if (requiredMembers === undefined) return [];
    if (requiredMembers(owner.declaration.node) !== undefined) return [];
    const found: DeclaredMeaning[] = [];
    const asked = (await this.#findDefinedIn(name)).flatMap((file) =>
      file.listDeclarations(name).map((declaration) =>
        ({ is: "declared", file, declaration }) as const
      )
    ).filter(({ file, declaration: { use } }) =>
      use.isForward === true && use.owner !== undefined && file.language === owner.file.language
    );
    for (const one of asked) {
      const type = await this.findOwner(one.file, one.declaration.node);
      const required = type?.is === "declared" ? requiredMembers(type.declaration.node) : undefined;
      if (required !== undefined && await this.#hasMembers(owner, required)) found.push(one);
    }
    return found;
  }

  async #hasMembers(owner: DeclaredMeaning, names: readonly string[]): Promise<boolean> {
    for (const name of names) {
      if ((await this.findMemberOf(owner, { name }))?.is === "foreign") return false;
    }
    return true;
  }
}

/**
 * Returns the overloads that a call with some arguments may mean. One with a list of more comes last, unless its list
 * may be given as one argument.
 */
function fitting(
  members: readonly DeclaredMeaning[],
  given: number | undefined,
): readonly DeclaredMeaning[] {
  // What is only announced in a type may be defined apart.
  const types = members.filter(({ declaration: { use } }) =>
    use.kind === "type" && use.isForward !== true
  );
  if (types.length > 0) return types.slice(0, 1);
  const fit = members.filter(({ declaration: { use } }) => takes(use, given));
  // Where types tell overloads apart, they will.
  const isTyped = members.some(({ file }) => file.rules.overloads !== undefined);
  const all = fit.length > 0 || isTyped ? fit : members;
  const closed = all.filter(({ declaration: { use: { arity } } }) =>
    isTyped || arity?.[1] !== Infinity || given === arity[0] + 1
  );
  const [first, ...others] = (closed.length > 0 && given !== undefined ? closed : all)
    .toSorted((a, b) => Number(isOverride(a)) - Number(isOverride(b)));
  if (first === undefined) return [];
  const { use } = first.declaration;
  // One that is announced or written in parts is no overload, and a member of the type itself comes before others.
  return [
    first,
    ...others.filter(({ declaration: { use: { arity, isForward, overrides } } }) =>
      overrides === undefined
        ? arity !== undefined && isForward !== true &&
          (use.isForward !== true || arity[1] !== use.arity?.[1])
        : isOverride(first) && overrides.text !== use.overrides?.text
    ),
  ];
}

function isOverride({ declaration: { use } }: DeclaredMeaning): boolean {
  return use.overrides !== undefined;
}

/** Returns what an imported name means when it is called with some arguments. */
function narrow(meaning: Meaning, { given }: WantedName): Meaning {
  if (meaning.is !== "declared" || meaning.others === undefined) return meaning;
  const [first, ...others] = fitting([meaning, ...meaning.others], given);
  if (first === undefined) return meaning;
  const { file, declaration } = first;
  return { is: "declared", file, declaration, ...(others.length === 0 ? {} : { others }) };
}

/** Returns the name of a type as it is written: of one of the language itself the whole. */
function nameOfType({ rules }: SyntaxFile, type: SyntaxNode): readonly string[] {
  const names = rules.typeNames(type) ?? [];
  return names.length === 0 ? [type.text] : names.map(({ text }) => text);
}

/** Returns whether a definition can be called with so many arguments. */
export function takes({ arity }: DeclaredName, given: number | undefined): boolean {
  return arity === undefined || given === undefined || given >= arity[0] && given <= arity[1];
}

/** Returns whether what a name stands for is of the wanted kinds. */
function mayBe(found: Meaning, wanted: WantedName): boolean {
  if (found.is === "module") return wanted.means?.includes("module") !== false;
  return found.is === "foreign" || isMeant(found.declaration.use, wanted);
}

/** Returns the first declaration of a name that is visible in the whole of one of some files, of the wanted kinds first. */
function firstOf(
  files: readonly SyntaxFile[],
  name: string,
  means?: WantedName["means"],
): DeclaredMeaning | undefined {
  const all = files.flatMap((file) =>
    file.listDeclarations(name).filter(({ use }) => isExported(file, use.scope, use.owner))
      .map((declaration): DeclaredMeaning => ({ is: "declared", file, declaration }))
  );
  const first =
    all.find(({ declaration: { use } }) =>
      use.isForward !== true && isMeant(use, { name, means })
    ) ??
      all.find(({ declaration: { use } }) => use.isForward !== true) ?? all[0];
  if (first?.declaration.use.arity === undefined || first.file.rules.shares !== "package") {
    return first;
  }
  const others = all.filter((one) =>
    one !== first && one.declaration.use.kind === "function" &&
    one.declaration.use.arity !== undefined
  );
  return others.length === 0 ? first : { ...first, others };
}

function isExported(
  file: SyntaxFile,
  scope: SyntaxNode | undefined,
  owner: string | undefined,
): boolean {
  if (scope === undefined) return owner === "exports";
  return scope.parent === null || scope.id === file.root.id ||
    file.rules.openScopes?.includes(scope.type) === true;
}

/** Returns the declaration in the smallest scope around a node. */
function innermost(
  declarations: readonly Declaration[],
  node: SyntaxNode,
): Declaration | undefined {
  let best: Declaration | undefined;
  for (const one of declarations) {
    const { scope } = one.use;
    if (scope === undefined || !isAround(scope, node)) continue;
    const size = (best?.use.scope?.endIndex ?? Infinity) - (best?.use.scope?.startIndex ?? 0);
    const own = scope.endIndex - scope.startIndex;
    const { knownFrom = 0 } = one.use;
    if (knownFrom > node.startIndex) continue;
    // Of several in one scope the last that is known, that with a body, or the first.
    const isLater = knownFrom > (best?.use.knownFrom ?? 0);
    if (own < size || own === size && (isLater || best?.use.isForward === true)) best = one;
  }
  return best;
}

function isAround(outer: SyntaxNode, node: SyntaxNode): boolean {
  return outer.startIndex <= node.startIndex && node.endIndex <= outer.endIndex;
}

function wantedBy(use: UsedName, name: string): WantedName {
  return { name, given: use.arguments, means: use.means, isStatic: use.isStatic };
}

function isMeant({ kind }: DeclaredName, { means }: WantedName): boolean {
  return means === undefined || means.includes(kind);
}

/** Returns the whole path of a type by its name, where its language tells types apart by it. */
function typePath({ rules }: SyntaxFile, name: SyntaxNode): string | undefined {
  const outer = rules.ownerPath?.(name);
  return outer === undefined ? undefined : outer === "" ? name.text : `${outer}::${name.text}`;
}

/** Returns whether two declarations open one type. */
export function isSameType(a: DeclaredMeaning, b: DeclaredMeaning): boolean {
  if (a.declaration.use.kind !== "type" || b.declaration.use.kind !== "type") return false;
  const path = typePath(a.file, a.declaration.node);
  return path !== undefined && path === typePath(b.file, b.declaration.node);
}

/** Returns whether what a member returns is what it is called on. */
function returnsSelf(rules: ReferenceRules, result: SyntaxNode | undefined): boolean {
  for (let node = result; node !== undefined;) {
    const expression = rules.readExpression(node);
    if (expression?.is === "self") return true;
    node = expression?.is === "same"
      ? expression.of
      : expression?.is === "call"
      ? expression.callee
      : undefined;
  }
  return false;
}

function isSameDeclaration(a: DeclaredMeaning, b: DeclaredMeaning): boolean {
  return a.file === b.file && a.declaration.node.startIndex === b.declaration.node.startIndex;
}

/** Returns whether an import in a scope is meant rather than what is declared around it, or only announced beside it. */
function isBefore(scope: SyntaxNode, { scope: outer, isForward }: DeclaredName): boolean {
  if (outer === undefined || !isAround(outer, scope)) return false;
  return isForward === true || !isAround(scope, outer);
}

/** Returns the path of a module in a module, written as the outer one is. */
function joinModule(module: string, name: string): string {
  if (module === "") return name;
  if (module.includes("::")) return `${module}::${name}`;
  if (module.includes("/")) return `${module}/${name}`;
  return module.endsWith(".") ? `${module}${name}` : `${module}.${name}`;
}
