import {
  findExistingFile,
  folderOf,
  joinTreePath,
  listEnclosingFolders,
  type ModulePlace,
  type ModuleResolver,
  type ModuleTree,
} from "./module_places.ts";

/** Suffixes of the possible files of a module, source files before stubs. */
const MODULE_SUFFIXES = ["/__init__.py", ".py", "/__init__.pyi", ".pyi", ".pyx"];
const MANIFESTS = ["pyproject.toml", "setup.cfg", "setup.py", "pytest.ini", "tox.ini"];
/** Source folders, relative to a manifest, that most build tools find without a setting. */
const SOURCE_FOLDERS = ["", "src/", "lib/", "python/"];
/** Names of settings with the folder of the packages: `package-dir`. */
const SETTING_NAMES = "where|from|package[-_]dir|python-source|pythonpath|mypy_path";
/** A list, such as `["src"]`, or the rest of the line. */
const SETTING_VALUES = String.raw`(?<values>[[{][^\]}]*[\]}]|.*)`;
/** Settings with the folder of the packages, and their values. */
const SETTING_REGEXP = new RegExp(
  String.raw`\b(?:${SETTING_NAMES})\b["']?\s*[=:]\s*${SETTING_VALUES}`,
  "g",
);
const VALUE_REGEXP = /[\w.\/-]+/g;
/** Folders whose modules are only imported by files in them. */
const PRIVATE_FOLDER_REGEXP =
  /(?:^|\/)(?:tests?|testing|fixtures?|testdata|test_data|examples?|samples?|templates?)\//;

/** Public modules of Python 3 (`sys.stdlib_module_names`). */
const STANDARD_MODULES = new Set(
  ("abc argparse array ast asyncio atexit base64 bdb binascii bisect builtins bz2 cProfile calendar cgi cmath cmd " +
    "code codecs codeop collections colorsys compileall concurrent configparser contextlib contextvars copy copyreg " +
    "csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum " +
    "errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc getopt getpass gettext glob " +
    "graphlib grp gzip hashlib heapq hmac html http imaplib imghdr imp importlib inspect io ipaddress itertools json " +
    "keyword lib2to3 linecache locale logging lzma mailbox marshal math mimetypes mmap modulefinder msvcrt " +
    "multiprocessing netrc ntpath numbers opcode operator optparse os pathlib pdb pickle pickletools pipes pkgutil " +
    "platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc queue quopri " +
    "random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal " +
    "site smtpd smtplib socket socketserver sqlite3 ssl stat statistics string stringprep struct subprocess symtable " +
    "sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap threading time timeit tkinter token " +
    "tokenize tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest urllib uuid venv " +
    "warnings wave weakref webbrowser winreg winsound wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo")
    .split(" "),
);

/**
 * Resolves modules of Python: relative modules, modules in the enclosing folders and their source
 * folders, and modules of packages elsewhere in the tree. A package without `__init__.py` has no
 * file.
 */
export const resolvePythonModule: ModuleResolver = async (module, { path }, tree) => {
  const [dots = ""] = /^\.*/.exec(module) ?? [];
  const parts = module.slice(dots.length).split(".").filter((part) => part !== "").join("/");
  if (dots !== "") {
    const folder = joinTreePath(folderOf(path), "../".repeat(dots.length - 1));
    if (folder === undefined) return "foreign";
    return await findModuleFile([folder], parts, tree) ??
      await findNamespace([folder], parts, tree);
  }
  const [first = ""] = parts.split("/");
  const roots = await listRoots(path, tree);
  if (STANDARD_MODULES.has(first)) return await findStandard(roots, parts, tree);
  const found = await findModuleFile(roots, parts, tree) ?? await findNamespace(roots, parts, tree);
  if (found !== undefined) return found;
  const elsewhere = await listFoldersWithModule(first, path, tree);
  if (elsewhere.length > 0) {
    return await findModuleFile(elsewhere, parts, tree) ??
      await findNamespace(elsewhere, parts, tree);
  }
  const isOwn = await findModuleFile(roots, first, tree) ?? await findNamespace(roots, first, tree);
  return isOwn === undefined ? "foreign" : undefined;
};

/** Finds the file of a module in the first of some folders that contains it. */
async function findModuleFile(
  folders: readonly string[],
  parts: string,
  tree: ModuleTree,
): Promise<readonly ModulePlace[] | undefined> {
  const candidates = folders.flatMap((folder) => {
    const base = joinTreePath(folder, parts) ?? "";
    return base === "" ? ["__init__.py"] : MODULE_SUFFIXES.map((form) => base + form);
  });
  return await findExistingFile(candidates, tree);
}

/** Finds a namespace package, which is only a folder. */
async function findNamespace(
  folders: readonly string[],
  parts: string,
  tree: ModuleTree,
): Promise<readonly ModulePlace[] | undefined> {
  const candidates = folders.map((folder) => joinTreePath(folder, parts) ?? "");
  return (await tree.listNonEmptyFolders(candidates)).size > 0 ? [] : undefined;
}

/** Finds a module of the standard library, in a tree that contains it. */
async function findStandard(
  roots: readonly string[],
  parts: string,
  tree: ModuleTree,
): Promise<readonly ModulePlace[] | "foreign"> {
  const present = await tree.listExistingFiles(roots.map((root) => joinTreePath(root, "os.py")!));
  const libraries = roots.filter((root) => present.has(joinTreePath(root, "os.py")!));
  return await findModuleFile(libraries, parts, tree) ?? "foreign";
}

/**
 * Returns the roots of absolute imports, the likeliest first. First come the folders around the
 * package of the file, with their source folders. Then come the folders inside the package, for
 * files that run as scripts.
 */
async function listRoots(path: string, tree: ModuleTree): Promise<readonly string[]> {
  const around = listEnclosingFolders(path);
  const marks = await tree.listExistingFiles(
    around.map((folder) => joinTreePath(folder, "__init__.py")!),
  );
  const outside = around.findIndex((folder) => !marks.has(joinTreePath(folder, "__init__.py")!));
  const outer = outside < 0 ? [""] : around.slice(outside);
  const roots = new Set<string>();
  for (const folder of outer) {
    for (const source of [...SOURCE_FOLDERS, ...await readSettings(folder, tree)]) {
      const root = joinTreePath(folder, source);
      if (root !== undefined) roots.add(root);
    }
  }
  return [...roots, ...around.slice(0, Math.max(0, outside))];
}

/** Reads the folders of packages from the manifests of a folder. */
async function readSettings(folder: string, tree: ModuleTree): Promise<readonly string[]> {
  const present = await tree.listExistingFiles(
    MANIFESTS.map((name) => joinTreePath(folder, name)!),
  );
  const texts = await Promise.all([...present].map((path) => tree.readText(path)));
  return texts.flatMap((text = "") =>
    [...text.matchAll(SETTING_REGEXP)].flatMap(({ groups }) =>
      groups?.["values"]?.match(VALUE_REGEXP) ?? []
    )
  );
}

/** Returns all folders of the tree that directly contain a module. */
async function listFoldersWithModule(
  first: string,
  from: string,
  tree: ModuleTree,
): Promise<readonly string[]> {
  const packages = (await tree.listFilesNamed("__init__.py"))
    .filter((path) => path === `${first}/__init__.py` || path.endsWith(`/${first}/__init__.py`))
    .map((path) => folderOf(folderOf(path)));
  const files = (await tree.listFilesNamed(`${first}.py`)).map(folderOf);
  const folders = [...new Set([...packages, ...files])].filter((folder) => {
    const closed = PRIVATE_FOLDER_REGEXP.exec(`${folder}/`);
    return closed === null ||
      from.startsWith(`${folder}/`.slice(0, closed.index + closed[0].length));
  });
  const inner = await tree.listExistingFiles(
    folders.map((folder) => joinTreePath(folder, "__init__.py")!),
  );
  return folders.filter((folder) => !inner.has(joinTreePath(folder, "__init__.py")!));
}
