"""Writes the results of Rye's parsers for all items of a project, for campaign:policies --expected.

    read_with_rye.py RYE FOLDER > expected.json

RYE is a checkout of Rye of March 2026 or before, whose parsers are in Python; FOLDER holds ".ai". It needs PyYAML.
"""

import importlib.util
import json
import sys
import types
from pathlib import Path

rye, folder = Path(sys.argv[1]) / "ryeos", Path(sys.argv[2])
# The package reads its own installed version.
package = types.ModuleType("rye")
package.__path__ = [str(rye / "rye")]
sys.modules["rye"] = package
sys.path.insert(0, str(rye))

from rye.utils.metadata_manager import MetadataManager  # noqa: E402


def load_parser(name):
    """Returns the module of a Markdown parser."""
    (path,) = rye.glob(f"bundles/core/*/.ai/tools/rye/core/parsers/markdown/{name}.py")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read(path, kind, parse):
    """Returns the body of an item or the reason why there is none, and whether it was changed after the signature."""
    text = path.read_text(encoding="utf-8")
    found = parse(text)
    item = {"error": found["error"]} if "error" in found else {"body": found["body"]}
    signature = MetadataManager.get_signature_info(kind, text, file_path=path)
    if signature is not None:
        item["changed"] = signature["hash"] != MetadataManager.compute_hash(kind, text, file_path=path)
    return item


kinds = {"directives": ("directive", "xml"), "knowledge": ("knowledge", "frontmatter")}
items = {}
for name, (kind, parser) in kinds.items():
    base, parse = folder / ".ai" / name, load_parser(parser).parse
    items[name] = {
        str(path.relative_to(base).with_suffix("")): read(path, kind, parse)
        for path in sorted(base.rglob("*.md"))
    }
json.dump(items, sys.stdout, indent=1)
