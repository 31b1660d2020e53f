/** What is left out of the index and of every answer, in the form that code runs on. */
export interface ExclusionRules {
  /** Folder names; a folder of that name is left out wherever it is. */
  readonly dirs: readonly string[];
  /** Ends of file names, with their leading dot or underscore (`".min.js"`, `"_pb2.py"`). */
  readonly extensions: readonly string[];
  /** File names. */
  readonly files: readonly string[];
  /** Most bytes of a file; one of exactly this size stays. */
  readonly maxFileBytes: number;
  /** Globs of paths that stay although a rule on folders, extensions or file names says otherwise. */
  readonly include: readonly string[];
}

const KIBIBYTE = 1024;

/**
 * The rules of a project that sets none.
 *
 * Folders, endings and lock files are those of noface, with the folders that today's tools make.
 * Media, archives and compiled files are binary anyway; naming their endings saves reading them. The
 * size lets in the largest files that people write by hand (the compiler of TypeScript has one of
 * 3 MB) and keeps out dumps and bundles.
 */
export const DEFAULT_EXCLUSIONS: ExclusionRules = {
  dirs: [
    "vendor",
    "node_modules",
    "dist",
    "build",
    ".cache",
    ".git",
    ".hg",
    ".svn",
    ".dossier",
    ".venv",
    "__pycache__",
    ".tox",
    ".mypy_cache",
    ".pytest_cache",
    ".gradle",
    ".next",
    ".nuxt",
    ".terraform",
  ],
  extensions: [
    ".min.js .min.css .min.mjs .pb.go .pb.zig _pb2.py .map .lock .snap",
    ".png .jpg .jpeg .gif .webp .avif .ico .bmp .tiff .psd .svg .pdf",
    ".mp3 .mp4 .wav .ogg .flac .mov .avi .mkv .webm",
    ".woff .woff2 .ttf .otf .eot",
    ".zip .gz .tgz .bz2 .xz .zst .7z .rar .tar .jar .war",
    ".exe .dll .so .dylib .a .o .obj .lib .class .pyc .pyo .wasm .node .bin .dat .db .sqlite",
    ".pt .onnx .safetensors .npy .npz .parquet .pkl",
  ].join(" ").split(" "),
  files: [
    "package-lock.json",
    "npm-shrinkwrap.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "Cargo.lock",
    "go.sum",
    "composer.lock",
    "poetry.lock",
    "Gemfile.lock",
    "deno.lock",
    "uv.lock",
    ".DS_Store",
  ],
  maxFileBytes: 4096 * KIBIBYTE,
  include: [],
};

/** Data files above this size hold records rather than anything to read, in bytes. */
export const MAX_DATA_BYTES = 50 * KIBIBYTE;

/** Endings of the files that {@link MAX_DATA_BYTES} is about. */
export const DATA_EXTENSIONS: readonly string[] = [".json", ".csv"];

/** Bytes at the start of a file in which a NUL makes it binary, as git has it. */
export const BINARY_HEAD_BYTES = 8000;
