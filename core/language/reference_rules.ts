import type { SyntaxNode } from "./syntax_node.ts";

/** How a name is used: called, made an instance of, put before a definition as a decorator, or otherwise. */
export type UseKind = "call" | "new" | "decorator" | "use";

/** A name that stands for something which is declared where it stands. */
export interface DeclaredName {
  readonly is: "declared";
  readonly kind: "type" | "function" | "value" | "module" | "macro";
  /** The node in which the name alone stands for it; none where only a receiver leads to it. */
  readonly scope?: SyntaxNode | undefined;
  /** Offset from which it is known in `scope`, in UTF-16 units; without one everywhere in it. */
  readonly knownFrom?: number | undefined;
  /** Name of the type or object that it is a member of, without what that is in. */
  readonly owner?: string | undefined;
  /** The type of the values that it can be called on like a member of them: of an extension. */
  readonly extended?: SyntaxNode | undefined;
  /** The declared type: of a function what it returns, of an alias what it stands for. */
  readonly type?: SyntaxNode | undefined;
  /** The expression that gives a value, or what a function without a declared type returns. */
  readonly value?: SyntaxNode | undefined;
  /** Whether it is an element of `type` or `value`, as in `for (const it of value)`. */
  readonly isElement?: boolean | undefined;
  /** Which of several results of `value` it is, or of the parts of an element: 1 in `_, it := value()`. */
  readonly index?: number | undefined;
  /** The member of `value` that it is, as in `const { add: it } = value`. */
  readonly property?: SyntaxNode | undefined;
  /** The type whose member of that name it gives a body to, where that is written: the trait of an `impl`. */
  readonly overrides?: SyntaxNode | undefined;
  /** Whether it is only announced here, and its body stands elsewhere. */
  readonly isForward?: boolean | undefined;
  /** Whether other files cannot name it. */
  readonly isPrivate?: boolean | undefined;
  /** Whether it is a parameter of a generic definition, for which more types than its bound may stand. */
  readonly isParameter?: boolean | undefined;
  /** Fewest and most arguments, where overloads differ by their number; of a value, that a call gives it. */
  readonly arity?: readonly [least: number, most: number] | undefined;
}

/** A name that stands for something which is declared elsewhere. */
export interface UsedName {
  readonly is: "used";
  readonly how: UseKind;
  /** The expression, type or module before it: `a.b` in `a.b.name`. */
  readonly receiver?: SyntaxNode | undefined;
  /** How many arguments it is called with. */
  readonly arguments?: number | undefined;
  /** What it can only mean, where definitions of several kinds may share a name. */
  readonly means?: readonly DeclaredName["kind"][] | undefined;
  /** The module that it is the path of, unless it stands for something that the file declares or imports. */
  readonly module?: string | undefined;
  /** Whether the receiver is a type or a module rather than a value: `T::name`. */
  readonly isStatic?: boolean | undefined;
  /** Whether it stands for the type around it: `Self`. */
  readonly isSelf?: boolean | undefined;
  /** Whether it may be declared where no tree shows it: in what a macro is given. */
  readonly isOpen?: boolean | undefined;
  /** Whether the receiver is not written, and the name may stand alone as well: `case ONE` of an enum. */
  readonly isImplied?: boolean | undefined;
  /** Whether the receiver is a path, so that the name may be found without it where nothing is known of that. */
  readonly isQualified?: boolean | undefined;
}

/** A name in an import or export, which {@link ReferenceRules.readImports} reads. */
export interface ImportedUse {
  readonly is: "imported";
}

/** What a name does where it stands. */
export type NameUse = DeclaredName | UsedName | ImportedUse;

/**
 * What is about another node: a name, alone or with a receiver; a call of it; something of a type that stands there, as
 * `new T()`, `x as T` and `T{}` are; an element of it; or what has the same members: `(x)`, `await x`, `&x`, `x!`.
 */
export interface ExpressionAbout {
  readonly is: "name" | "call" | "typed" | "element" | "same";
  readonly of: SyntaxNode;
}

/** An expression, as far as its type can be told from it. */
export type Expression =
  | ExpressionAbout
  /** The instance or the type around it: `this`, `self`, `Self`, `cls`; or what that inherits from. */
  | { readonly is: "self" | "super" }
  /** All of a module, by its path as imports write it. */
  | { readonly is: "module"; readonly module: string }
  /** A part of a tuple: `pair.0`. */
  | { readonly is: "part"; readonly of: SyntaxNode; readonly index: number };

/** What an import or an export binds. */
export interface ImportedBinding {
  /** The module as written, without quotes; none where a name of the file itself is exported. */
  readonly module?: string;
  /** The name in the module: `default`, `*` for all of it as one thing; none where all names are opened. */
  readonly name?: string;
  /** Whether all of the module is never one of its exports: `import * as it`. @default false */
  readonly isNamespace?: boolean;
  /** What it goes by in this file; none where it is only handed on. */
  readonly local?: string;
  /** What other files can import it as: `*` for all that is opened, without a module for what cannot be told. */
  readonly exportedAs?: string;
  /** The node in which the name is known; the whole file without one. */
  readonly scope?: SyntaxNode;
  /** Offset of the name or the statement, in UTF-16 units. */
  readonly start: number;
}

/**
 * Which definitions of other files a name alone may stand for without an import: none, those of the folder, of the
 * declared package, of it and those around it, of included files, or all of the tree.
 */
export type SharedNames =
  | "nothing"
  | "folder"
  | "package"
  | "namespace"
  | "included"
  | "everything";

/** Where the modules that imports name are looked for, by the word that their tools have for it. */
export type ModuleSystem =
  /** Paths, packages of workspaces and mapped paths, of JavaScript and TypeScript. */
  | "node"
  /** Paths of files, from that of the one that includes them or from folders of headers. */
  | "include"
  /** Namespaces whose folders a manifest of Composer maps. */
  | "autoload"
  /** Namespaces that any file may declare. */
  | "using"
  /** Packages that have folders below the folders of sources. */
  | "classpath"
  /** Crates of manifests of Cargo, and the modules in them. */
  | "crate"
  /** Packages of the modules of Go. */
  | "go.mod"
  /** Packages and modules of Python. */
  | "sys.path"
  /** Modules of Lua. */
  | "package.path"
  /** What Ruby requires. */
  | "load path"
  /** Paths of scripts that a shell runs. */
  | "source";

/** How overloads are told apart by the types of what they are called with. */
export interface OverloadRules {
  /** Returns the types of the parameters of a function, given its name. */
  readonly parameterTypes: (name: SyntaxNode) => readonly SyntaxNode[];
  /** Returns the arguments of a call, given the name that is called. */
  readonly argumentsOf: (name: SyntaxNode) => readonly SyntaxNode[];
  /**
   * Returns the type of an argument that tells it itself, as {@link typeKey} writes it, or `null` or `function`;
   * `unknown` where nothing tells it, undefined where its declaration may.
   */
  readonly literalType: (argument: SyntaxNode) => string | undefined;
  /** Returns a type without its arguments: `List`, `int[]`, `String...` for one of a list of more arguments. */
  readonly typeKey: (type: SyntaxNode) => string;
  /** The type that all others may be used as. */
  readonly anything: string;
  /**
   * Returns how well a type that is not of the tree can be used as another one: 0 for not at all, up to 4; undefined
   * where that cannot be told.
   */
  readonly convert: (from: string, to: string) => number | undefined;
}

/** How the names of one language are read in its syntax tree. All functions are pure. */
export interface ReferenceRules {
  /** Types of the nodes that are names, separated by spaces. */
  readonly names: string;
  /**
   * Returns a text of the same length to be parsed in place of one that the grammar would misread: tabs stand in it
   * for names that are hidden from it, and are uses of something.
   */
  readonly prepare?: (text: string) => string;
  /** What stands before the names of variables, and before those of members where they are declared. */
  readonly sigil?: string;
  /** Types of the nodes that hold code as a mere text, such as the bodies of macros. */
  readonly textNodes?: string;
  /** Returns what a name does; undefined for labels, keys and names of arguments. */
  readonly readName: (name: SyntaxNode) => NameUse | undefined;
  /**
   * Returns a name between two offsets within a node that the grammar takes for one, as a node of its own: that of a
   * type which is written as a string.
   */
  readonly nameInside?: (node: SyntaxNode, start: number, end: number) => SyntaxNode | undefined;
  readonly readExpression: (node: SyntaxNode) => Expression | undefined;
  /**
   * Returns the names of the types whose members a value of the type has: `T` of `*p.T`, `Promise<T>`, `T | null`. None
   * for what the language itself has: numbers, functions; undefined where it may be anything: `any`, `unknown`.
   */
  readonly typeNames: (type: SyntaxNode) => readonly SyntaxNode[] | undefined;
  /** Returns the type of the elements of a list type, or of one of several parts that each element has. */
  readonly elementType: (type: SyntaxNode, index?: number) => SyntaxNode | undefined;
  /** Returns the type of one of several results, or of the parts of a tuple. */
  readonly partType?: (type: SyntaxNode, index: number) => SyntaxNode | undefined;
  /** Returns what a call of a value of a function type returns. */
  readonly resultType?: (type: SyntaxNode) => SyntaxNode | undefined;
  /**
   * Returns what a call of a member of a generic type of other projects gives, given the name of the member: its
   * receiver again, or an element of it.
   */
  readonly foreignResult?: (callee: SyntaxNode) => Expression | undefined;
  /**
   * Returns which of the arguments of a call is of a type that its callee has a generic parameter for, given the name
   * in the declaration of the callee and that of the parameter.
   */
  readonly genericArgument?: (
    call: SyntaxNode,
    callee: SyntaxNode,
    parameter: string,
  ) => Expression | undefined;
  /** What the method is called that makes instances of a type; the name of the type itself unless given. */
  readonly constructorName?: string;
  /** Returns the types that a type inherits members from, given the name in its declaration. */
  readonly basesOf: (name: SyntaxNode) => readonly SyntaxNode[];
  /** Whether a value has its bases as members by their names: embedded structs of Go. @default false */
  readonly basesAreMembers?: boolean;
  /**
   * Returns the members that a type must have to be one of an interface which it does not name, given the name in the
   * declaration of that; undefined for other types.
   */
  readonly requiredMembers?: (name: SyntaxNode) => readonly string[] | undefined;
  /** Returns the name of the type or object around a node: what `this` stands for there. */
  readonly ownerAt: (node: SyntaxNode) => string | undefined;
  /**
   * Returns the whole path of the type around a node, where types of one name in several files are told apart by what
   * they are in.
   */
  readonly ownerPath?: (node: SyntaxNode) => string;
  /** Returns the same as it is written, where types go by paths: `a::T` of `impl a::T`. */
  readonly ownerTypeAt?: (node: SyntaxNode) => SyntaxNode | undefined;
  /** Whether a declared type gives members to types that do not name it, given its name. */
  readonly isTrait?: (name: SyntaxNode) => boolean;
  readonly readImports: (root: SyntaxNode) => readonly ImportedBinding[];
  /** Returns the package or namespace that a file declares, with dots. */
  readonly packageOf?: (root: SyntaxNode) => string | undefined;
  /** Whether a name alone may be a member of the type around it, or of one that it inherits from. @default false */
  readonly hasImplicitMembers?: boolean;
  /** Whether the members of `self` may be declared in types that inherit from or mix in its own. @default false */
  readonly hasLateMembers?: boolean;
  /** Members by which a type or module answers for names that it does not declare. */
  readonly catchAllMembers?: readonly string[];
  /**
   * Tells what is given to parameters by their names: whether a declared function gives something, and whether a
   * parameter is given so. Fixtures of pytest.
   */
  readonly fixtures?: {
    readonly isGiven: (name: SyntaxNode) => boolean;
    readonly takes: (parameter: SyntaxNode) => boolean;
  };
  /** Whether all imported names can be imported again from the file. @default false */
  readonly handsOnImports?: boolean;
  /** Whether a name that nothing declares or imports is foreign: a global of the runtime. @default false */
  readonly isStrict?: boolean;
  /** How overloads are told apart that take as many arguments; they are not without. */
  readonly overloads?: OverloadRules;
  readonly modules: ModuleSystem;
  readonly shares: SharedNames;
  /**
   * Where members of a type are declared apart from its own file: methods of Go, partial classes of C#, an `impl` of
   * Rust. @default "nowhere"
   */
  readonly membersApart?: "nowhere" | "folder" | "package" | "anywhere";
  /** Whether functions may be called like members of types that they extend. @default false */
  readonly hasExtensions?: boolean;
  /** Types of the nodes whose names other files can name as those of the whole file: bodies of namespaces. */
  readonly openScopes?: readonly string[];
}
