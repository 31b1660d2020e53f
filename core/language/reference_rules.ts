import type { SyntaxNode } from "./syntax_node.ts";

/** Use of a name: it is called, instantiated, applied as a decorator, or used otherwise. */
export type UseKind = "call" | "new" | "decorator" | "use";

/** Name that declares something where it occurs. */
export interface DeclaredName {
  readonly is: "declared";
  readonly kind: "type" | "function" | "value" | "module" | "macro";
  /** Node in which the name alone refers to it; undefined when only a receiver leads to it. */
  readonly scope?: SyntaxNode | undefined;
  /**
   * Offset from which it is visible in `scope`, in UTF-16 units; without one it is visible
   * everywhere in it.
   */
  readonly visibleFrom?: number | undefined;
  /** Name of the type or object that it is a member of, without containers. */
  readonly owner?: string | undefined;
  /** Type whose values it can be called on like a member, for an extension. */
  readonly extendedType?: SyntaxNode | undefined;
  /** Declared type: for a function the return type, for an alias its target. */
  readonly type?: SyntaxNode | undefined;
  /** Expression of the value, or result of a function without a declared return type. */
  readonly value?: SyntaxNode | undefined;
  /** True when it is an element of `type` or `value`, as in `for (const it of value)`. */
  readonly isElement?: boolean | undefined;
  /**
   * Index among several results of `value`, or among the parts of an element: 1 in `_, it :=
   * value()`.
   */
  readonly index?: number | undefined;
  /** Member of `value` that it is bound to, as in `const { add: it } = value`. */
  readonly property?: SyntaxNode | undefined;
  /**
   * Type whose member of the same name it implements, when that is written: the trait of an `impl`.
   */
  readonly overrides?: SyntaxNode | undefined;
  /** True for a forward declaration, whose body is elsewhere. */
  readonly isForward?: boolean | undefined;
  /** True when other files cannot refer to it. */
  readonly isPrivate?: boolean | undefined;
  /**
   * True for a parameter of a generic definition, which may represent more types than its bound.
   */
  readonly isTypeParameter?: boolean | undefined;
  /**
   * Minimum and maximum number of arguments, when overloads differ by it; for a value, the numbers
   * with which it can be called.
   */
  readonly arity?: readonly [least: number, most: number] | undefined;
}

/** Name that refers to something that is declared elsewhere. */
export interface UsedName {
  readonly is: "used";
  readonly useKind: UseKind;
  /** Expression, type or module before it: `a.b` in `a.b.name`. */
  readonly receiver?: SyntaxNode | undefined;
  /** Number of arguments of the call. */
  readonly arguments?: number | undefined;
  /** Kinds that it can refer to, when definitions of several kinds may share a name. */
  readonly possibleKinds?: readonly DeclaredName["kind"][] | undefined;
  /**
   * Path of the module that it refers to, unless it refers to a declaration or an import of the
   * file.
   */
  readonly module?: string | undefined;
  /** True when the receiver is a type or a module and not a value: `T::name`. */
  readonly isStatic?: boolean | undefined;
  /** True when it refers to the enclosing type: `Self`. */
  readonly isSelf?: boolean | undefined;
  /**
   * True when it may be declared in the arguments of a macro, which the syntax tree does not show.
   */
  readonly mayBeInMacro?: boolean | undefined;
  /**
   * True when the receiver is implied, and the name may also be used alone: `case ONE` of an enum.
   */
  readonly hasImpliedReceiver?: boolean | undefined;
  /**
   * True when the receiver is a path, so that the name may be found without it when the path is
   * unknown.
   */
  readonly isQualified?: boolean | undefined;
}

/** Name in an import or export, which {@link ReferenceRules.readImports} reads. */
export interface ImportedUse {
  readonly is: "imported";
}

/** Role of a name where it occurs. */
export type NameUse = DeclaredName | UsedName | ImportedUse;

/**
 * Expression whose type follows from another node, `of`. It is the name `of`, alone or with a
 * receiver; a call of `of`; a value of the type `of`, as in `new T()`, `x as T` and `T{}`; an
 * element of `of`; or a value with the members of `of`: `(x)`, `await x`, `&x`, `x!`.
 */
export interface ExpressionOfNode {
  readonly is: "name" | "call" | "typed" | "element" | "same";
  readonly of: SyntaxNode;
}

/** Expression, as far as its type can be derived from it. */
export type Expression =
  | ExpressionOfNode
  /** The enclosing instance or type: `this`, `self`, `Self`, `cls`; or its base type. */
  | { readonly is: "self" | "super" }
  /** A whole module, by its path as imports write it. */
  | { readonly is: "module"; readonly module: string }
  /** A part of a tuple: `pair.0`. */
  | { readonly is: "part"; readonly of: SyntaxNode; readonly index: number };

/** Binding of an import or an export. */
export interface ImportedBinding {
  /** Module as written, without quotes; undefined when a name of the file itself is exported. */
  readonly module?: string;
  /**
   * Name in the module: `default`, or `*` for the whole module as one object; undefined when all
   * names are imported.
   */
  readonly name?: string;
  /**
   * True when the name always refers to the module and never to an export of it: `import * as it`.
   * @default false
   */
  readonly isNamespace?: boolean;
  /** Local name in this file; undefined when it is only re-exported. */
  readonly local?: string;
  /**
   * Name under which other files can import it. `*` means all names, or unknown names when there is
   * no module.
   */
  readonly exportedAs?: string;
  /** Node in which the name is visible; without one, the whole file. */
  readonly scope?: SyntaxNode;
  /** Offset of the name or the statement, in UTF-16 units. */
  readonly start: number;
}

/**
 * Other files with definitions that a name may refer to without an import. In this order: no files,
 * the files of the folder, of the declared package, of the package and its enclosing packages, the
 * included files, or all files of the tree.
 */
export type ImplicitVisibility =
  | "nothing"
  | "folder"
  | "package"
  | "namespace"
  | "included"
  | "everything";

/** Module system that resolves imports, by the term that its tools use. */
export type ModuleSystem =
  /** Paths, packages of workspaces and mapped paths, of JavaScript and TypeScript. */
  | "node"
  /** Paths of files, relative to the including file or to folders of headers. */
  | "include"
  /** Namespaces that a Composer manifest maps to folders. */
  | "autoload"
  /** Namespaces that any file may declare. */
  | "using"
  /** Packages with folders below the source folders. */
  | "classpath"
  /** Crates of Cargo manifests, and the modules in them. */
  | "crate"
  /** Packages of Go modules. */
  | "go.mod"
  /** Packages and modules of Python. */
  | "sys.path"
  /** Modules of Lua. */
  | "package.path"
  /** Files that Ruby requires. */
  | "load path"
  /** Paths of scripts that a shell sources. */
  | "source";

/** Rules that select an overload by the types of the arguments. */
export interface OverloadRules {
  /** Returns the types of the parameters of a function, given its name. */
  readonly parameterTypes: (name: SyntaxNode) => readonly SyntaxNode[];
  /** Returns the arguments of a call, given the name that is called. */
  readonly argumentsOf: (name: SyntaxNode) => readonly SyntaxNode[];
  /**
   * Returns the type of an argument when the argument alone shows it, in the form of {@link
   * typeKey}, or `null` or `function`. Returns `unknown` when nothing shows the type, and undefined
   * when a declaration may show it.
   */
  readonly literalType: (argument: SyntaxNode) => string | undefined;
  /**
   * Returns a type without its arguments: `List`, `int[]`, `String...` for a variadic parameter.
   */
  readonly typeKey: (type: SyntaxNode) => string;
  /** Type that all other types convert to. */
  readonly topType: string;
  /**
   * Returns a score for the conversion of a type from outside of the tree to another type: 0 when
   * it is impossible, up to 4; undefined when that is unknown.
   */
  readonly conversionScore: (from: string, to: string) => number | undefined;
}

/** Rules that read the names of one language in its syntax tree. All functions are pure. */
export interface ReferenceRules {
  /** Types of the nodes that are names, separated by spaces. */
  readonly names: string;
  /**
   * Replaces parts of a text that the grammar would misread, without changing its length. Tabs
   * replace names that the grammar must not see; each of these names is read as a use.
   */
  readonly prepare?: (text: string) => string;
  /** Prefix of the names of variables, and of members where they are declared. */
  readonly sigil?: string;
  /** Types of the nodes that contain code as plain text, such as the bodies of macros. */
  readonly textNodes?: string;
  /** Returns the role of a name; undefined for labels, keys and names of arguments. */
  readonly readName: (name: SyntaxNode) => NameUse | undefined;
  /**
   * Returns a separate node for the name between two offsets of a larger node, such as the name of
   * a type in a string.
   */
  readonly nameInside?: (node: SyntaxNode, start: number, end: number) => SyntaxNode | undefined;
  readonly readExpression: (node: SyntaxNode) => Expression | undefined;
  /**
   * Returns the names of the types whose members a value of the type has: `T` for `*p.T`,
   * `Promise<T>`, `T | null`. Empty for types of the language itself, such as numbers and
   * functions; undefined for a type without restrictions: `any`, `unknown`.
   */
  readonly typeNames: (type: SyntaxNode) => readonly SyntaxNode[] | undefined;
  /**
   * Returns the type of the elements of a list type. With an index, returns the type of that part
   * of each element.
   */
  readonly elementType: (type: SyntaxNode, index?: number) => SyntaxNode | undefined;
  /** Returns the type of one of several results, or of a part of a tuple. */
  readonly partType?: (type: SyntaxNode, index: number) => SyntaxNode | undefined;
  /** Returns the type of the result of calling a value of a function type. */
  readonly resultType?: (type: SyntaxNode) => SyntaxNode | undefined;
  /**
   * Returns the result of a call of a member of a generic type that the tree does not declare,
   * given the name of the member. The result is the receiver or an element of it.
   */
  readonly foreignResult?: (callee: SyntaxNode) => Expression | undefined;
  /**
   * Returns the argument of a call whose type determines a generic parameter of the callee, given
   * the name in the declaration of the callee and the name of the parameter.
   */
  readonly genericArgument?: (
    call: SyntaxNode,
    callee: SyntaxNode,
    parameter: string,
  ) => Expression | undefined;
  /** Name of the method that creates instances of a type. @default the name of the type itself */
  readonly constructorName?: string;
  /** Returns the types that a type inherits members from, given the name in its declaration. */
  readonly basesOf: (name: SyntaxNode) => readonly SyntaxNode[];
  /**
   * True when each base type is also a member, under its own name: embedded structs of Go. @default
   * false
   */
  readonly basesAreMembers?: boolean;
  /**
   * Returns the members that a type must have to implement an interface that it does not name,
   * given the name in the declaration of the interface; undefined for other types.
   */
  readonly requiredMembers?: (name: SyntaxNode) => readonly string[] | undefined;
  /** Returns the name of the type or object around a node, which `this` refers to there. */
  readonly ownerAt: (node: SyntaxNode) => string | undefined;
  /**
   * Returns the whole path of the type around a node, when types of one name in several files are
   * distinguished by their containers.
   */
  readonly ownerPath?: (node: SyntaxNode) => string;
  /**
   * Returns the enclosing type as written, when types are referred to by paths: `a::T` of `impl
   * a::T`.
   */
  readonly ownerTypeAt?: (node: SyntaxNode) => SyntaxNode | undefined;
  /**
   * Returns true when a declared type gives members to types that do not name it, given its name.
   */
  readonly isTrait?: (name: SyntaxNode) => boolean;
  readonly readImports: (root: SyntaxNode) => readonly ImportedBinding[];
  /** Returns the package or namespace that a file declares, with dots. */
  readonly packageOf?: (root: SyntaxNode) => string | undefined;
  /**
   * True when a name alone may be a member of the enclosing type or of its bases. @default false
   */
  readonly hasImplicitMembers?: boolean;
  /**
   * True when the members of `self` may be declared in types that inherit from or mix in its type.
   * @default false
   */
  readonly hasSubtypeMembers?: boolean;
  /** Members by which a type or module handles names that it does not declare. */
  readonly catchAllMembers?: readonly string[];
  /**
   * Values that are passed to parameters by name, such as pytest fixtures: `providesValue` is true
   * for a function that provides one, `acceptsFixture` for a parameter that receives one.
   */
  readonly fixtures?: {
    readonly providesValue: (name: SyntaxNode) => boolean;
    readonly acceptsFixture: (parameter: SyntaxNode) => boolean;
  };
  /** True when all imported names can be imported again from the file. @default false */
  readonly reexportsImports?: boolean;
  /**
   * True when a name without a declaration or import is foreign: a global of the runtime. @default
   * false
   */
  readonly undeclaredIsForeign?: boolean;
  /**
   * Rules for overloads with the same number of arguments; without them such overloads are not
   * distinguished.
   */
  readonly overloads?: OverloadRules;
  readonly modules: ModuleSystem;
  readonly implicitVisibility: ImplicitVisibility;
  /**
   * Places where members of a type are declared outside of its own file: methods of Go, partial
   * classes of C#, an `impl` of Rust. @default "nowhere"
   */
  readonly membersOutsideFile?: "nowhere" | "folder" | "package" | "anywhere";
  /** True when functions may be called like members of types that they extend. @default false */
  readonly hasExtensions?: boolean;
  /**
   * Types of the nodes whose names are visible to other files like those of the whole file: bodies
   * of namespaces.
   */
  readonly openScopes?: readonly string[];
}
