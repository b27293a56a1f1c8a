"""Verifies and reads the messages of a folder with libraries that had no part in writing them."""

import json
import pathlib
import sys
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from email.utils import parseaddr

import dkim

folder = pathlib.Path(sys.argv[1])
records = json.loads((folder / "records.json").read_text())


def txt(name, timeout=5):
    return records[name.decode().rstrip(".")].encode()


def look(path):
    raw = path.read_bytes()
    verifier = dkim.DKIM(raw)
    message = message_from_bytes(raw, policy=policy.default)
    # Its newer reader of addresses keeps the spaces between encoded words of a name.
    name, _ = parseaddr(message_from_bytes(raw)["from"])
    body = message.get_body(("plain",))
    return {
        "signatures": [verifier.verify(idx=number, dnsfunc=txt) for number in range(2)],
        "subject": str(message["subject"]),
        "from": str(make_header(decode_header(name))),
        "text": "" if body is None else body.get_content(),
        "files": [part.get_filename() for part in message.iter_attachments()],
    }


print(json.dumps([look(path) for path in sorted(folder.glob("*.eml"))]))
