#!/bin/sh
# postal-mime 4.0.0 does not hand on the bytes of an attached file that was sent as 7bit, 8bit, binary or quoted-printable: each CRLF
# becomes LF, and an LF is added at the end. RFC 2046 section 5.1.1: the line break before a boundary belongs to the boundary, not
# to the part. In base64 the same file is exact, so a test with a picture never shows it, and a checksum of a CSV file differs by
# how it was sent. Python keeps the bytes. Prints what both have; succeeds while they differ. Needs Node.js and Python 3.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund postal-mime@4.0.0

part() {
    printf '%s\r\nContent-Type: text/csv\r\nContent-Transfer-Encoding: %s\r\n' --b "$1"
    printf 'Content-Disposition: attachment; filename=%s.csv\r\n\r\n%b\r\n' "$1" "$2"
}
{
    printf 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'
    part 7bit 'a,b\r\n1,2'
    part binary 'a,b\r\n1,2'
    part quoted-printable 'a,b\r\n1=2C2'
    part base64 YSxiDQoxLDI=
    printf '%s\r\n' --b--
} >message.eml

cat >read.mjs <<'NODE'
import { readFileSync } from 'node:fs';
import PostalMime from 'postal-mime';
for (const { filename, content } of (await PostalMime.parse(readFileSync('message.eml'))).attachments) {
  console.log(`postal-mime: ${filename} ${JSON.stringify(Buffer.from(content).toString())}`);
}
NODE
cat >read.py <<'PYTHON'
from email import message_from_bytes, policy
from json import dumps

message = message_from_bytes(open('message.eml', 'rb').read(), policy=policy.default)
for part in message.iter_parts():
    print('Python:', part.get_filename(), dumps(part.get_payload(decode=True).decode()))
PYTHON

{ node read.mjs && python3 read.py; } >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'postal-mime: 7bit.csv "a,b\n1,2\n"
postal-mime: binary.csv "a,b\n1,2\n"
postal-mime: quoted-printable.csv "a,b\n1,2\n"
postal-mime: base64.csv "a,b\r\n1,2"
Python: 7bit.csv "a,b\r\n1,2"
Python: binary.csv "a,b\r\n1,2"
Python: quoted-printable.csv "a,b\r\n1,2"
Python: base64.csv "a,b\r\n1,2"' ]
