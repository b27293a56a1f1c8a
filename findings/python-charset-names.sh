#!/bin/sh
# Python's email package cannot read Hebrew email under its registered name: get_content() raises LookupError on iso-8859-8-i, which
# RFC 1556 defines for Hebrew in the order in which it is read. The codec is there, under the name iso-8859-8. So with windows-874
# (Thai; codec cp874) and windows-31j (Japanese; codec cp932), both registered with IANA. With these names in an encoded Subject
# nothing is raised, and the words become U+FFFD. postal-mime 4.0.0 reads all three. Succeeds while that is so.
# Seen with Python 3.11.7; needs Node.js and Python 3.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund postal-mime@4.0.0

write() {
    printf 'Content-Type: text/plain; charset=%s\r\nContent-Transfer-Encoding: base64\r\n\r\n%s\r\n' "$1" "$2" >"$1.eml"
}
write iso-8859-8-i +ezl7Q==
write windows-874 ysfRyrTV
write windows-31j k/qWe4zq

cat >read.py <<'PYTHON'
from email import message_from_binary_file, policy

for name, codec in (('iso-8859-8-i', 'iso-8859-8'), ('windows-874', 'cp874'), ('windows-31j', 'cp932')):
    message = message_from_binary_file(open(name + '.eml', 'rb'), policy=policy.default)
    text = message.get_payload(decode=True).decode(codec).strip()
    try:
        print('Python:', message.get_content())
    except LookupError as error:
        print(f'Python: {error}; as {codec}: {text}')
PYTHON
cat >read.mjs <<'NODE'
import { readFileSync } from 'node:fs';
import PostalMime from 'postal-mime';
for (const name of ['iso-8859-8-i', 'windows-874', 'windows-31j']) {
  console.log('postal-mime:', (await PostalMime.parse(readFileSync(`${name}.eml`))).text.trim());
}
NODE

{ PYTHONIOENCODING=utf-8 python3 read.py && node read.mjs; } >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'Python: unknown encoding: iso-8859-8-i; as iso-8859-8: שלום
Python: unknown encoding: windows-874; as cp874: สวัสดี
Python: unknown encoding: windows-31j; as cp932: 日本語
postal-mime: שלום
postal-mime: สวัสดี
postal-mime: 日本語' ]
