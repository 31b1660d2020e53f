import { PROFILES } from "../language/language_table.ts";

/** The rules that leave files out of the index and of every answer. */
export interface ExclusionRules {
  /** Names of folders, wherever they are. */
  readonly dirs: readonly string[];
  /** Ends of file names, with their leading dot or underscore (`".min.js"`, `"_pb2.py"`). */
  readonly extensions: readonly string[];
  /** Names of files. */
  readonly files: readonly string[];
  /** Largest size of a file in bytes, inclusive. */
  readonly maxFileBytes: number;
  /** Globs of paths that stay, whatever the rules on folders, extensions and file names say. */
  readonly include: readonly string[];
  /** What the user's own settings leave out, whatever the rules above say. @default nothing */
  readonly user?: UserExclusions | undefined;
}

/** Rules of the user's own: `include` takes back from these lists, and from no others. */
export type UserExclusions = Pick<ExclusionRules, "dirs" | "extensions" | "files" | "include">;

const KIBIBYTE = 1024;

/**
 * The default rules.
 *
 * Folders, endings and lock files are those of noface, and folders of newer tools. Media, archives and
 * compiled files are binary anyway; their endings save reading them. The size admits the largest files
 * that people write by hand (the compiler of TypeScript has one of 3 MB), but no dumps and bundles.
 */
export const DEFAULT_EXCLUSIONS: ExclusionRules = {
  dirs: [
    "vendor node_modules dist build .cache .git .hg .svn .dossier .venv __pycache__",
    ".tox .mypy_cache .pytest_cache .gradle .next .nuxt .terraform",
  ].join(" ").split(" "),
  extensions: [
    ...PROFILES.flatMap(({ generated }) => generated ?? []),
    ".map .lock .snap",
    ".png .jpg .jpeg .gif .webp .avif .ico .bmp .tiff .psd .svg .pdf",
    ".mp3 .mp4 .wav .ogg .flac .mov .avi .mkv .webm",
    ".woff .woff2 .ttf .otf .eot",
    ".zip .gz .tgz .bz2 .xz .zst .7z .rar .tar .jar .war",
    ".exe .dll .so .dylib .a .o .obj .lib .class .pyc .pyo .wasm .node .bin .dat .db .sqlite",
    ".pt .onnx .safetensors .npy .npz .parquet .pkl",
  ].join(" ").split(" "),
  files: [
    "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml Cargo.lock",
    "go.sum composer.lock poetry.lock Gemfile.lock deno.lock uv.lock .DS_Store",
  ].join(" ").split(" "),
  maxFileBytes: 4096 * KIBIBYTE,
  include: [],
};

/** Largest size of a data file in bytes; larger ones hold records. */
export const MAX_DATA_BYTES = 50 * KIBIBYTE;

/** Endings of data files, for {@link MAX_DATA_BYTES}. */
export const DATA_EXTENSIONS: readonly string[] = [".json", ".csv"];

/** A NUL in this many bytes at its start makes a file binary, as in git. */
export const BINARY_HEAD_BYTES = 8000;
