#!/bin/sh
# Python's message_from_binary_file(file) and message_from_bytes(file.read()) do not read the same email: the first reads the binary
# file as text with universal newlines, so that each CRLF and each lone CR of an attachment becomes LF. The documentation has the
# one as BytesParser().parse(fp) and the other as BytesParser().parsebytes(data). Content-Transfer-Encoding: binary (RFC 2045
# section 6.2) allows any octets, and a CSV file as 7bit has CRLF; in base64 nothing differs. Prints the content that both give;
# succeeds while they differ. Seen with Python 3.11.7; needs Python 3.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

printf 'Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: binary\r\n\r\na\r\nb\rc\nd' >message.eml
cat >read.py <<'PYTHON'
from email import message_from_binary_file, message_from_bytes, policy

with open('message.eml', 'rb') as file:
    print('message_from_binary_file:', message_from_binary_file(file, policy=policy.default).get_content())
with open('message.eml', 'rb') as file:
    print('message_from_bytes:', message_from_bytes(file.read(), policy=policy.default).get_content())
PYTHON

python3 read.py >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = "message_from_binary_file: b'a\\nb\\nc\\nd'
message_from_bytes: b'a\\r\\nb\\rc\\nd'" ]
