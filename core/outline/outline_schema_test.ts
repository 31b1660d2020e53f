import assert from "node:assert/strict";
import { outlineSymbols } from "./outline_symbols.ts";

/** Returns the definitions of a text as `first-last kind container.name`. */
function outline(text: string, language: string): string[] {
  return outlineSymbols(text, language).map(({ startLine, endLine, kind, container, name }) =>
    `${startLine}-${endLine} ${kind} ${container === undefined ? "" : `${container}.`}${name}`
  );
}

Deno.test("outlineSymbols() finds the definitions of SQL", () => {
  const text = `-- Users of it.
CREATE TABLE IF NOT EXISTS app.users (
  id INTEGER PRIMARY KEY,
  name TEXT DEFAULT ';'
);
create or replace function add(a int, b int) returns int as $$
begin
  create table fake (x int);
  return a + b;
end;
$$ language plpgsql;
CREATE UNIQUE INDEX idx_name ON users (name);
create view "recent" as select * from users;
INSERT INTO users VALUES (1);
`;
  assert.deepEqual(outline(text, "sql"), [
    "2-5 struct users",
    "6-11 function add",
    "12-12 type idx_name",
    "13-13 struct recent",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of Terraform", () => {
  const text = `# A bucket.
resource "aws_s3_bucket" "logs" {
  bucket = "x{"
  tags = {
    a = 1
  }
}
variable "region" {
  default = "eu"
}
locals {
  a = 1
}
`;
  assert.deepEqual(outline(text, "terraform"), [
    "2-7 struct aws_s3_bucket.logs",
    "8-10 variable region",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of Protocol Buffers", () => {
  const text = `syntax = "proto3";
// A user.
message User {
  string name = 1;
  enum Kind { A = 0; }
  message Address { string street = 1; }
}
service Users {
  rpc Find(Query) returns (User) {}
  rpc List(Query) returns (stream User);
}
`;
  assert.deepEqual(outline(text, "protobuf"), [
    "3-7 struct User",
    "5-5 enum User.Kind",
    "6-6 struct User.Address",
    "8-11 interface Users",
    "9-9 method Users.Find",
    "10-10 method Users.List",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of GraphQL", () => {
  const text = `"""A user."""
type User implements Node {
  id: ID!
  posts(first: Int = 10): [Post!]!
}
input NewUser { name: String }
enum Role { ADMIN }
union Result = User | Error
scalar Date
extend type Query { me: User }
directive @auth(role: Role) on FIELD
query Me { me { id } }
`;
  assert.deepEqual(outline(text, "graphql"), [
    "2-5 type User",
    "6-6 type NewUser",
    "7-7 enum Role",
    "8-8 type Result",
    "9-9 type Date",
    "10-10 type Query",
    "11-11 macro auth",
    "12-12 function Me",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of make", () => {
  const text = `CC := gcc
# Builds all.
all: build test
	echo done

build: main.o
	$(CC) -o $@ $<
.PHONY: all
define recipe
	echo
endef
`;
  assert.deepEqual(outline(text, "makefile"), [
    "3-4 function all",
    "6-7 function build",
    "9-10 function recipe",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of CMake", () => {
  const text = `project(x)
# Adds one.
function(add_one name)
  set(x 1)
endfunction()
macro(twice)
endmacro()
`;
  assert.deepEqual(outline(text, "cmake"), [
    "3-5 function add_one",
    "6-7 function twice",
  ]);
});
