import { PROFILES } from "../language/language_table.ts";

/** Rules that exclude files from the index and from all answers. */
export interface ExclusionRules {
  /** Names of folders, at any depth. */
  readonly dirs: readonly string[];
  /** Endings of file names, with their leading dot or underscore (`".min.js"`, `"_pb2.py"`). */
  readonly extensions: readonly string[];
  /** Names of files. */
  readonly files: readonly string[];
  /** Maximum size of a file in bytes, inclusive. */
  readonly maxFileBytes: number;
  /**
   * Globs of paths that are included in spite of the rules on folders, extensions and file names.
   */
  readonly include: readonly string[];
  /**
   * Exclusions by the settings of the user, which apply in addition to the rules above. @default
   * none
   */
  readonly user?: UserExclusions | undefined;
}

/** Rules of the user. Their `include` lifts only these rules. */
export type UserExclusions = Pick<ExclusionRules, "dirs" | "extensions" | "files" | "include">;

const KIBIBYTE = 1024;

/**
 * Default rules.
 *
 * The folders, endings and lock files are the defaults of the program noface, plus folders of newer
 * tools. Media, archives and compiled files are binary anyway; with their endings listed, they need
 * not be read. The size allows the largest files that people write by hand (the TypeScript compiler
 * has one of 3 MB), but no dumps and bundles.
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

/** Maximum size of a data file in bytes; larger ones contain records. */
export const MAX_DATA_BYTES = 50 * KIBIBYTE;

/** Endings of data files, for {@link MAX_DATA_BYTES}. */
export const DATA_EXTENSIONS: readonly string[] = [".json", ".csv"];

/**
 * Number of bytes at the start of a file that are searched for a NUL. A file with one is binary, as
 * in git.
 */
export const BINARY_HEAD_BYTES = 8000;
