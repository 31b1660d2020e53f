/** What must be known of a language, apart from its literals, to tell references in it. */
export interface ReferenceLanguage {
  /** Languages that may refer to what each other define have the same. */
  readonly family: string;
  /** Words that are no names. */
  readonly keywords: ReadonlySet<string>;
  /** Words in front of a name that is being defined. */
  readonly definers: ReadonlySet<string>;
  /** Whether a name after the name of a type is declared, as in `int open(`. */
  readonly hasTypedDeclarations: boolean;
  /** Whether a name may be called without brackets: `save user`. */
  readonly hasBareCalls: boolean;
  /** Whether a block in braces may be all that a name is called with: `launch { }`. */
  readonly hasBlockCalls: boolean;
  /** Whether a name is known only where it is defined or imported: then any other is foreign. */
  readonly isStrict: boolean;
  /** Whether all files of a folder, or of a whole program, see each other's names without imports. */
  readonly sharesFolder: boolean;
}

const COMMON = "if else for while do return switch case break continue default try catch finally " +
  "throw in is as null true false this self super";

const DEFINERS =
  "class struct enum interface trait type union module namespace package def fn fun " +
  "func function sub macro object record protocol extension concept";

interface LanguageOptions {
  readonly keywords?: string;
  readonly definers?: string;
  readonly typed?: boolean;
  readonly bare?: boolean;
  readonly blocks?: boolean;
  readonly strict?: boolean;
  readonly folder?: boolean;
}

function toLanguage(family: string, options: LanguageOptions = {}): ReferenceLanguage {
  return {
    family,
    keywords: new Set(`${COMMON} ${options.keywords ?? ""}`.split(" ")),
    definers: new Set((options.definers ?? DEFINERS).split(" ")),
    hasTypedDeclarations: options.typed === true,
    hasBareCalls: options.bare === true,
    hasBlockCalls: options.blocks === true,
    isStrict: options.strict === true,
    sharesFolder: options.folder === true,
  };
}

const JAVASCRIPT_KEYWORDS =
  "async await const delete export extends from function import instanceof let new of static typeof " +
  "var void with yield constructor class undefined";

const JVM = "abstract extends final implements import instanceof new override package private " +
  "protected public static synchronized throws val var when yield def sealed";

const JAVA = `${JVM} assert int long double float boolean char byte short void`;

const C_KEYWORDS =
  "alignas alignof auto char const constexpr decltype defined delete double enum " +
  "explicit extern float goto inline int long namespace new noexcept operator private protected " +
  "public register short signed sizeof static static_assert static_cast const_cast dynamic_cast " +
  "reinterpret_cast struct template typedef typename typeof union unsigned using virtual void " +
  "volatile class __attribute__ requires";

const LANGUAGES: readonly (readonly [names: string, language: ReferenceLanguage])[] = [
  [
    "javascript typescript tsx vue svelte",
    toLanguage("javascript", { keywords: JAVASCRIPT_KEYWORDS, strict: true }),
  ],
  [
    "python",
    toLanguage("python", {
      keywords:
        "and or not None True False assert async await def class del elif except from global import " +
        "lambda nonlocal pass raise with yield",
      definers: "class def",
      strict: true,
    }),
  ],
  [
    "go",
    toLanguage("go", {
      keywords:
        "chan const defer fallthrough func go goto import interface map nil package range " +
        "select struct type var",
      definers: "func type package",
      folder: true,
    }),
  ],
  [
    "rust",
    toLanguage("rust", {
      keywords:
        "Fn FnMut FnOnce async await const crate dyn enum extern fn impl let loop match mod move mut pub " +
        "ref static struct trait type union unsafe use where Self",
      definers: "fn struct enum trait type union mod macro_rules",
      strict: true,
    }),
  ],
  ["java", toLanguage("jvm", { keywords: JAVA, typed: true, folder: true })],
  ["groovy", toLanguage("jvm", { keywords: JAVA, typed: true, folder: true, blocks: true })],
  [
    "kotlin",
    toLanguage("jvm", {
      keywords: `${JVM} by companion constructor data fun get init internal lateinit object open ` +
        "operator out reified set suspend typealias",
      blocks: true,
      folder: true,
    }),
  ],
  [
    "scala",
    toLanguage("jvm", {
      keywords: `${JVM} given implicit lazy match object then trait type using with`,
      blocks: true,
      folder: true,
    }),
  ],
  [
    "c cpp cuda objective-c objective-cpp",
    toLanguage("c", { keywords: C_KEYWORDS, typed: true }),
  ],
  [
    "csharp",
    toLanguage("csharp", {
      keywords: "abstract async await base checked const delegate event explicit extern fixed " +
        "foreach get goto implicit init internal lock nameof new operator out override params " +
        "partial private protected public readonly ref sealed set sizeof stackalloc static " +
        "typeof unchecked unsafe using value var virtual void volatile when where yield",
      typed: true,
      folder: true,
    }),
  ],
  [
    "ruby crystal",
    toLanguage("ruby", {
      keywords:
        "and or not BEGIN END alias begin class def defined? elsif end ensure module next nil redo " +
        "rescue retry then undef unless until when yield loop __method__",
      definers: "def class module",
      bare: true,
      folder: true,
    }),
  ],
  [
    "php",
    toLanguage("php", {
      keywords:
        "and or abstract array class clone const declare echo elseif empty endif endforeach endwhile " +
        "exit extends final fn foreach function global implements include include_once " +
        "instanceof insteadof isset list match new parent print private protected public " +
        "readonly require require_once self static unset use var yield",
      definers: "class interface trait enum function namespace const",
    }),
  ],
  [
    "lua",
    toLanguage("lua", {
      keywords: "and or not elseif end function goto local nil repeat then until",
      definers: "function",
    }),
  ],
  [
    "elixir",
    toLanguage("elixir", {
      keywords:
        "and or not after alias cond def defdelegate defguard defguardp defimpl defmacro defmacrop " +
        "defmodule defp defprotocol defstruct end fn import quote receive require rescue unless " +
        "unquote use when with",
      definers: "def defp defmacro defmacrop defmodule defprotocol defguard defguardp defdelegate",
      bare: true,
    }),
  ],
  [
    "swift",
    toLanguage("swift", {
      keywords: "actor associatedtype async await convenience defer deinit extension fallthrough " +
        "fileprivate final func guard import indirect init inout internal lazy let mutating nil " +
        "open operator override private protocol public repeat required rethrows some static " +
        "subscript typealias unowned var weak where Self",
      blocks: true,
      folder: true,
    }),
  ],
  [
    "zig",
    toLanguage("zig", {
      keywords: "align anytype async await callconv comptime const defer errdefer enum error " +
        "export extern fn inline noalias nosuspend opaque orelse packed pub resume struct " +
        "suspend test threadlocal union unreachable usingnamespace var volatile",
      definers: "fn",
      strict: true,
    }),
  ],
  [
    "dart",
    toLanguage("dart", { keywords: `${JVM} async await const late required with`, typed: true }),
  ],
  [
    "bash fish",
    toLanguage("bash", {
      keywords: "declare done elif esac exit export fi function local readonly set shift source " +
        "then unset until echo printf",
      definers: "function",
      bare: true,
      folder: true,
    }),
  ],
  [
    "haskell",
    toLanguage("haskell", {
      keywords:
        "class data deriving foreign import infix infixl infixr instance let module newtype " +
        "of then type where qualified hiding forall",
      definers: "class data newtype type module",
      bare: true,
    }),
  ],
  [
    "ocaml fsharp",
    toLanguage("ml", {
      keywords: "begin done end exception external fun function functor include inherit lazy let " +
        "match method module mutable new object of open rec sig struct then to type val when with",
      definers: "let rec and val type module",
      bare: true,
    }),
  ],
  ["erlang", toLanguage("erlang", { keywords: "end fun receive when of after begin" })],
  [
    "clojure lisp scheme emacs-lisp",
    toLanguage("lisp", { definers: "defn defn- defmacro def defun define", bare: true }),
  ],
  [
    "perl",
    toLanguage("perl", {
      keywords: "elsif foreach last local my next our package require sub unless until use qw",
      definers: "sub package",
    }),
  ],
  [
    "julia",
    toLanguage("julia", {
      keywords:
        "begin end function global import let local macro module mutable quote struct using",
      definers: "function macro module struct type",
    }),
  ],
  ["r", toLanguage("r", { keywords: "function next repeat NULL TRUE FALSE NA" })],
  ["nim", toLanguage("nim", { keywords: "proc func method let var const import", bare: true })],
  ["d solidity", toLanguage("d", { keywords: C_KEYWORDS, typed: true })],
];

const BY_NAME: ReadonlyMap<string, ReferenceLanguage> = new Map(
  LANGUAGES.flatMap(([names, language]) =>
    names.split(" ").map((name) => [name, language] as const)
  ),
);

/** Returns what is known of a language, or undefined when references in it are not looked for. */
export function referenceLanguageOf(language: string): ReferenceLanguage | undefined {
  return BY_NAME.get(language);
}

/** Returns whether code in one language may refer to what is defined in the other. */
export function areRelated(language: string, other: string): boolean {
  if (language === other) return true;
  const family = referenceLanguageOf(language)?.family;
  return family !== undefined && family === referenceLanguageOf(other)?.family;
}
