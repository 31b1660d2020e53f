/**
 * A small repository of a service that carries files between machines, in seven languages: parts of
 * one thing that share their words, tests beside what they test, and documents about both.
 */
export const FERRY_TREE: Readonly<Record<string, string>> = {
  "README.md": `# Ferry

Carries files between machines: an agent watches a folder, the engine finds out what has changed, the
server takes uploads, and the worker stores blocks.

- \`agent/\` watches folders (Go)
- \`engine/\` computes deltas (Rust), \`codec/\` frames them (C)
- \`src/\` is the server (TypeScript), \`worker/\` keeps blocks (Python)
- \`sdk/\` is for programs that upload by themselves (Java)
`,
  "docs/uploads.md": `# Uploads

## Retries

An upload that fails is tried again after one, two, four seconds and so on. After five attempts it is
given up, and the customer is told by mail.

## Batches

Small files travel together. A batch is full at sixteen files or at four megabytes.
`,
  "docs/protocol.md": `# Protocol

## Frames

Each frame starts with its length, four bytes, big end first, and a checksum of one byte. A receiver
that reads a wrong checksum asks for the frame again.

## Deltas

The receiver sends checksums of its blocks, the sender answers with copies and literals. Checksums
roll: the next one is computed from the last one and two bytes.
`,
  "docs/operations.md": `# Operations

## Full disks

When the worker runs out of space it refuses blocks and keeps serving those that it has. Free some
space and restart it; agents send what is missing by themselves.

## Moving the store

Stop the worker, copy the folder, start it elsewhere. Blocks are named by their digest, so that a copy
can be checked by reading it.
`,
  "src/config.ts": `/** Settings of the server. */
export interface Settings {
  readonly port: number;
  readonly attempts: number;
  readonly batchFiles: number;
}

export const DEFAULT_SETTINGS: Settings = { port: 7070, attempts: 5, batchFiles: 16 };

/** Reads settings from the environment. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const port = Number(environment.FERRY_PORT ?? DEFAULT_SETTINGS.port);
  if (!Number.isInteger(port)) throw new Error("FERRY_PORT must be a whole number");
  return { ...DEFAULT_SETTINGS, port };
}
`,
  "src/upload/retry.ts": `import { DEFAULT_SETTINGS } from "../config.ts";

/** How often and how long to wait. */
export interface Patience {
  readonly attempts: number;
  readonly firstPauseMs: number;
}

const DEFAULT_PATIENCE: Patience = { attempts: DEFAULT_SETTINGS.attempts, firstPauseMs: 1000 };

/** Calls \`send\` until it succeeds, with pauses that double. */
export async function retryUpload<Result>(
  send: () => Promise<Result>,
  patience: Patience = DEFAULT_PATIENCE,
): Promise<Result> {
  let lastError: unknown;
  for (let attempt = 0; attempt < patience.attempts; attempt++) {
    try {
      return await send();
    } catch (error) {
      lastError = error;
      await pause(pauseBefore(attempt + 1, patience));
    }
  }
  throw new Error("gave up the upload after the last attempt", { cause: lastError });
}

/** Returns how long to wait before an attempt, in milliseconds. */
export function pauseBefore(attempt: number, { firstPauseMs }: Patience): number {
  return firstPauseMs * 2 ** (attempt - 1);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
`,
  "src/upload/queue.ts": `import { DEFAULT_SETTINGS } from "../config.ts";
import { retryUpload } from "./retry.ts";

/** A file that waits for its turn. */
export interface QueuedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly urgent: boolean;
}

/** Files in the order of their arrival, urgent ones first. */
export class UploadQueue {
  readonly #files: QueuedFile[] = [];

  get length(): number {
    return this.#files.length;
  }

  enqueue(file: QueuedFile): void {
    const place = file.urgent ? this.#files.findIndex(({ urgent }) => !urgent) : -1;
    if (place < 0) this.#files.push(file);
    else this.#files.splice(place, 0, file);
  }

  /** Takes the files that travel together next. */
  nextBatch(limit: number = DEFAULT_SETTINGS.batchFiles): QueuedFile[] {
    const first = this.#files[0];
    if (first.bytes.length > MAX_BATCH_BYTES) return this.#files.splice(0, 1);
    let bytes = 0;
    const count = this.#files.findIndex((file, index) => {
      bytes += file.bytes.length;
      return index >= limit || bytes > MAX_BATCH_BYTES;
    });
    return this.#files.splice(0, count < 0 ? this.#files.length : count);
  }
}

const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** Sends everything that is in the queue, batch by batch. */
export async function drain(
  queue: UploadQueue,
  send: (files: readonly QueuedFile[]) => Promise<void>,
): Promise<number> {
  let batches = 0;
  while (queue.length > 0) {
    const batch = queue.nextBatch();
    await retryUpload(() => send(batch));
    batches++;
  }
  return batches;
}
`,
  "src/http/router.ts": `/** Answers one request. */
export type Handler = (request: Request, parameters: Record<string, string>) => Response;

interface Route {
  readonly method: string;
  readonly segments: readonly string[];
  readonly handler: Handler;
}

/** Finds the handler of a request by its method and path. */
export class Router {
  readonly #routes: Route[] = [];

  add(method: string, path: string, handler: Handler): this {
    this.#routes.push({ method, segments: path.split("/"), handler });
    return this;
  }

  dispatch(request: Request): Response {
    const segments = new URL(request.url).pathname.split("/");
    for (const route of this.#routes) {
      if (route.method !== request.method) continue;
      const parameters = matchSegments(route.segments, segments);
      if (parameters !== undefined) return route.handler(request, parameters);
    }
    return new Response("no such page", { status: 404 });
  }
}

/** Returns what stands in the places of \`:names\`, or undefined when the path is another one. */
export function matchSegments(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    if (part.startsWith(":")) parameters[part.slice(1)] = segments[index];
    else if (part !== segments[index]) return undefined;
  }
  return parameters;
}
`,
  "src/http/server.ts": `import type { Settings } from "../config.ts";
import { Router } from "./router.ts";
import { UploadQueue } from "../upload/queue.ts";

/** Starts the server and returns its router, to which the caller adds pages. */
export function startServer({ port }: Settings, queue: UploadQueue): Router {
  const router = new Router();
  router.add("GET", "/health", () => new Response("well"));
  router.add("POST", "/files/:name", (request, { name }) => {
    if (Number(request.headers.get("content-length")) > 1 << 30) {
      return new Response("the file is larger than a gigabyte", { status: 413 });
    }
    queue.enqueue({ name, bytes: new Uint8Array(), urgent: false });
    return new Response("accepted", { status: 202 });
  });
  Deno.serve({ port }, (request) => router.dispatch(request));
  return router;
}
`,
  "tests/upload/retry.test.ts":
    `import { pauseBefore, retryUpload } from "../../src/upload/retry.ts";

const PATIENCE = { attempts: 3, firstPauseMs: 10 };

describe("retryUpload", () => {
  it("returns what the first success gives", async () => {
    let calls = 0;
    const result = await retryUpload(async () => {
      if (++calls < 2) throw new Error("busy");
      return calls;
    }, PATIENCE);
    expect(result).toBe(2);
  });

  it("gives up after the last attempt", async () => {
    const send = () => Promise.reject(new Error("busy"));
    await expect(retryUpload(send, PATIENCE)).rejects.toThrow("gave up");
  });
});

describe("pauseBefore", () => {
  it("doubles the pause with each attempt", () => {
    expect(pauseBefore(1, PATIENCE)).toBe(10);
    expect(pauseBefore(3, PATIENCE)).toBe(40);
  });
});
`,
  "worker/store.py": `"""Blocks on disk, named by their digest."""

import hashlib
import os
from pathlib import Path


class BlockError(Exception):
    """A block that can not be kept or given back."""


class BlockStore:
    """A folder with one file a block, in 256 folders by the first byte of the digest."""

    def __init__(self, folder, reserve=1 << 20):
        self.folder = Path(folder)
        self.reserve = reserve

    def path_of(self, digest):
        return self.folder / digest[:2] / digest[2:]

    def save_block(self, digest, data):
        """Writes a block and returns its path; one that is there already is left alone."""
        if hashlib.sha256(data).hexdigest() != digest:
            raise BlockError(f"block {digest} does not have the promised digest")
        path = self.path_of(digest)
        if path.exists():
            return path
        if self.free_bytes() - len(data) < self.reserve:
            raise BlockError("refusing the block as the disk is nearly full")
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(".part")
        temporary.write_bytes(data)
        temporary.rename(path)
        return path

    def load_block(self, digest):
        """Returns the bytes of a block."""
        try:
            return self.path_of(digest).read_bytes()
        except FileNotFoundError:
            raise BlockError(f"block {digest} is not here") from None

    def free_bytes(self):
        """Returns how much room is left on the disk of the store."""
        status = os.statvfs(self.folder)
        return status.f_bavail * status.f_frsize


def sweep(store, wanted):
    """Removes blocks that no file needs any more and returns how many there were."""
    removed = 0
    for path in store.folder.glob("??/*"):
        digest = path.parent.name + path.name
        if digest not in wanted:
            path.unlink()
            removed += 1
    return removed
`,
  "worker/tasks.py": `"""What the worker does with messages of the server."""

from worker.store import BlockError, sweep


def handle(message, store):
    """Does what a message asks for and returns the answer."""
    kind = message["kind"]
    if kind == "put":
        return put(message, store)
    if kind == "sweep":
        return {"removed": sweep(store, set(message["wanted"]))}
    raise ValueError(f"unknown kind of message: {kind}")


def put(message, store):
    """Stores the block of a message."""
    try:
        store.save_block(message["digest"], message["data"])
    except BlockError as error:
        return {"stored": False, "reason": str(error)}
    return {"stored": True}
`,
  "worker/main.py": `"""Entry point of the worker."""

import json
import sys

from worker.store import BlockStore
from worker.tasks import handle


def main():
    store = BlockStore(sys.argv[1])
    for line in sys.stdin:
        print(json.dumps(handle(json.loads(line), store)))


if __name__ == "__main__":
    main()
`,
  "worker/plans.py": `"""Plans of what the worker does by itself."""


class PlanSetupState:
    """What a plan is told when it is registered: the worker that it becomes a part of, the options that it
    was registered with, and whether that is the first time. A plan registers its jobs by it, not by itself, so
    that one plan can become a part of several workers, each with other options."""

    def __init__(self, plan, worker, options):
        self.plan = plan
        self.worker = worker
        self.options = options

    def add_job(self, name, job, every=60):
        """Adds a job under the name of the plan and its own, with the pause between two runs of it in
        seconds. Options of the registration come before those that the plan gives, which is how the same
        plan can sweep one store each minute and another one each night."""
        self.worker.add_job(f"{self.plan.name}.{name}", job, self.options.get("every", every))


class Plan:
    """Jobs that belong together, such as those that keep a store clean. What is asked of a plan before it is
    registered is written down, and done when it is registered: jobs are added to the worker, and plans inside
    of this one are registered as well, each with its options on top of these."""

    def __init__(self, name):
        self.name = name
        self.deferred = []
        self.inner = []

    def register_plan(self, plan, **options):
        """Puts a plan into this one. When this plan is registered, so is the other one, with options of its
        own where they are given and those of this plan where they are not. A plan can not be put into itself,
        as registering it would never come to an end."""
        if plan is self:
            raise ValueError("cannot register a plan in itself")
        self.inner.append((plan, options))

    def register(self, worker, options):
        """Makes the plan a part of a worker: calls everything that was deferred with a new state, and then
        registers the plans inside of it with their options on top of those given here. The worker calls this
        when it is told of a plan; nothing else has to."""
        state = PlanSetupState(self, worker, options)
        for deferred in self.deferred:
            deferred(state)
        for plan, inner in self.inner:
            plan.register(worker, {**options, **inner})
`,
  "worker/_compat.py": `"""What older versions of Python and other terminals need."""

import re

MARKS = re.compile(r"\\x1b\\[[0-9;]*m")


def strip_marks(text):
    """Returns the text without the marks that give it colours on a terminal."""
    return MARKS.sub("", text)
`,
  "worker/console.py": `"""Prints what the worker does."""

from worker._compat import strip_marks


def strip(text, colours):
    """Strips the marks of colours off a text for the console, unless colours are wanted: strip_marks does it."""
    return text if colours else strip_marks(text)


def print_marks(stream, text):
    """Prints a text with its marks, or strips the marks where the stream is no console: see strip_marks."""
    stream.write(strip(text, stream.isatty()))
`,
  "worker/tests/test_store.py": `import hashlib

import pytest

from worker.store import BlockError, BlockStore


@pytest.fixture
def store(tmp_path):
    return BlockStore(tmp_path, reserve=0)


def test_load_block_returns_what_was_saved(store):
    data = b"ferry"
    digest = hashlib.sha256(data).hexdigest()
    store.save_block(digest, data)
    assert store.load_block(digest) == data


def test_load_block_wants_a_block_that_is_there(store):
    with pytest.raises(BlockError):
        store.load_block("00" * 32)
`,
  "engine/src/lib.rs": `//! Finds out what has changed between two versions of a file.

pub mod delta;
pub mod rolling;

pub use delta::{Delta, Step};
pub use rolling::RollingChecksum;
`,
  "engine/src/rolling.rs":
    `/// A checksum that moves over bytes: adding one and dropping one costs the same for any window.
#[derive(Clone, Default)]
pub struct RollingChecksum {
    low: u32,
    high: u32,
    length: u32,
}

impl RollingChecksum {
    pub fn over(bytes: &[u8]) -> Self {
        let mut checksum = Self::default();
        for &byte in bytes {
            checksum.push(byte);
        }
        checksum
    }

    pub fn push(&mut self, byte: u8) {
        self.low = self.low.wrapping_add(byte as u32);
        self.high = self.high.wrapping_add(self.low);
        self.length += 1;
    }

    /// Takes the oldest byte out and the next one in.
    pub fn roll(&mut self, old: u8, new: u8) {
        self.low = self.low.wrapping_sub(old as u32).wrapping_add(new as u32);
        let gone = self.length.wrapping_mul(old as u32);
        self.high = self.high.wrapping_sub(gone).wrapping_add(self.low);
    }

    pub fn value(&self) -> u32 {
        self.high << 16 | (self.low & 0xffff)
    }
}
`,
  "engine/src/delta.rs": `use crate::rolling::RollingChecksum;
use std::collections::HashMap;

/// One instruction for the receiver.
pub enum Step {
    Copy { block: usize },
    Literal(Vec<u8>),
}

/// What turns the receiver's version of a file into the sender's.
#[derive(Default)]
pub struct Delta {
    pub steps: Vec<Step>,
}

impl Delta {
    /// Compares \`new\` with the blocks of the old version, known by their checksums only.
    pub fn compute(new: &[u8], blocks: &HashMap<u32, usize>, size: usize) -> Self {
        let mut delta = Delta::default();
        let mut at = 0;
        while at + size <= new.len() {
            let checksum = RollingChecksum::over(&new[at..at + size]).value();
            if let Some(&block) = blocks.get(&checksum) {
                delta.steps.push(Step::Copy { block });
                at += size;
            } else {
                delta.literal(new[at]);
                at += 1;
            }
        }
        for &byte in &new[at..] {
            delta.literal(byte);
        }
        delta
    }

    /// Writes the new version from the old one.
    pub fn apply(&self, old: &[u8], size: usize) -> Vec<u8> {
        let mut new = Vec::new();
        for step in &self.steps {
            match step {
                Step::Copy { block } => new.extend(&old[block * size..(block + 1) * size]),
                Step::Literal(bytes) => new.extend(bytes),
            }
        }
        new
    }

    fn literal(&mut self, byte: u8) {
        if let Some(Step::Literal(bytes)) = self.steps.last_mut() {
            bytes.push(byte);
        } else {
            self.steps.push(Step::Literal(vec![byte]));
        }
    }
}
`,
  "codec/frame.h": `#ifndef FERRY_FRAME_H
#define FERRY_FRAME_H

#include <stddef.h>
#include <stdint.h>

#define FRAME_HEADER 5

/* Writes a frame into out, which has room for FRAME_HEADER more bytes; returns its size. */
size_t frame_encode(const uint8_t *data, uint32_t length, uint8_t *out);

/* Returns the length of the data, or -1 when the frame is not whole or not right. */
int frame_decode(const uint8_t *in, size_t size, const uint8_t **data);

#endif
`,
  "codec/frame.c": `#include "frame.h"

#include <string.h>

static uint8_t sum_bytes(const uint8_t *data, uint32_t length)
{
    uint8_t sum = 0;
    for (uint32_t i = 0; i < length; i++)
        sum += data[i];
    return sum;
}

size_t frame_encode(const uint8_t *data, uint32_t length, uint8_t *out)
{
    out[0] = length >> 24;
    out[1] = length >> 16;
    out[2] = length >> 8;
    out[3] = length;
    out[4] = sum_bytes(data, length);
    memcpy(out + FRAME_HEADER, data, length);
    return FRAME_HEADER + length;
}

int frame_decode(const uint8_t *in, size_t size, const uint8_t **data)
{
    int length;
    if (size < FRAME_HEADER)
        return -1;
    length = in[0] << 24 | in[1] << 16 | in[2] << 8 | in[3];
    if (size - FRAME_HEADER < length)
        return -1;
    if (sum_bytes(in + FRAME_HEADER, length) != in[4])
        return -1;
    *data = in + FRAME_HEADER;
    return length;
}
`,
  "agent/watch.go": `package agent

import (
	"path/filepath"
	"strings"
	"time"
)

// Event says that a file has changed.
type Event struct {
	Path string
	At   time.Time
}

// Watcher collects events and hands them on when a folder has come to rest.
type Watcher struct {
	Quiet   time.Duration
	pending map[string]Event
}

// Note takes an event in; hidden files are not watched.
func (w *Watcher) Note(event Event) {
	if strings.HasPrefix(filepath.Base(event.Path), "~") {
		return
	}
	if w.pending == nil {
		w.pending = map[string]Event{}
	}
	w.pending[event.Path] = event
}

// Settled returns the events of files that have not changed for a while.
func (w *Watcher) Settled(now time.Time) []Event {
	var settled []Event
	for path, event := range w.pending {
		if now.Sub(event.At) >= w.Quiet {
			settled = append(settled, event)
			delete(w.pending, path)
		}
	}
	return settled
}
`,
  "agent/watch_test.go": `package agent

import (
	"testing"
	"time"
)

func TestSettledWaitsForQuiet(t *testing.T) {
	w := &Watcher{Quiet: time.Second}
	now := time.Now()
	w.Note(Event{Path: "a.txt", At: now})
	if got := w.Settled(now); len(got) != 0 {
		t.Errorf("got %d events, want none", len(got))
	}
}

func TestNoteIgnoresHiddenFiles(t *testing.T) {
	w := &Watcher{}
	w.Note(Event{Path: "folder/.hidden"})
	if got := w.Settled(time.Now()); len(got) != 0 {
		t.Errorf("got %d events, want none", len(got))
	}
}
`,
  "agent/sync.go": `package agent

import "time"

// Sender passes files on to the server.
type Sender interface {
	Send(path string) error
}

// Run hands settled files to the sender until done is closed.
func Run(w *Watcher, sender Sender, done <-chan struct{}) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case now := <-ticker.C:
			for _, event := range w.Settled(now) {
				if sender.Send(event.Path) != nil {
					w.Note(event)
				}
			}
		case <-done:
			return
		}
	}
}
`,
  "sdk/src/main/java/dev/ferry/sdk/FerryClient.java": `package dev.ferry.sdk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Uploads files to a ferry server. */
public final class FerryClient implements AutoCloseable {
    private final Transport transport;
    private boolean closed;

    public FerryClient(Transport transport) {
        this.transport = transport;
    }

    /** Sends one file and returns the name that the server gave it. */
    public String upload(Path file) throws IOException {
        ensureOpen();
        byte[] bytes = Files.readAllBytes(file);
        return transport.post("/files/" + file.getFileName(), bytes);
    }

    /** Fetches a file by the name that {@link #upload} returned. */
    public byte[] download(String name) throws IOException {
        ensureOpen();
        return transport.get("/files/" + name);
    }

    @Override
    public void close() {
        closed = true;
    }

    private void ensureOpen() {
        if (closed) {
            throw new IllegalStateException("the client is closed");
        }
    }
}
`,
  "sdk/src/main/java/dev/ferry/sdk/Transport.java": `package dev.ferry.sdk;

import java.io.IOException;

/** How bytes get to the server and back. */
public interface Transport {
    /** Sends bytes and returns the body of the answer. */
    String post(String path, byte[] body) throws IOException;

    /** Returns the bytes at a path. */
    byte[] get(String path) throws IOException;
}
`,
};

/** The history of the repository: subjects with what belongs to each commit, by the starts of paths. */
export const FERRY_COMMITS: readonly (readonly [subject: string, folders: readonly string[]])[] = [
  ["Watch folders and hand on files that have come to rest", ["README.md", "agent/"]],
  ["Compute deltas with rolling checksums and frame them", ["engine/", "codec/", "docs/protocol"]],
  ["Take uploads, queue them and try again", ["src/", "tests/", "docs/uploads"]],
  ["Keep blocks by their digest, and refuse them on a full disk", ["worker/", "docs/operations"]],
  ["Let programs upload by themselves", ["sdk/"]],
];
