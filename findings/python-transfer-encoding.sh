#!/bin/sh
# Python's email package decodes a body only if the field reads exactly "Content-Transfer-Encoding: base64". With a comment, as in
# "base64 (MIME)", with a space at the end, or folded after the colon, the text of the email is its base64, under compat32 and
# policy.default alike, and no error or defect says so. RFC 2045 section 1 has comments in these fields, and RFC 5322 section
# 2.2.3 lets each be folded. postal-mime 4.0.0 and Ruby's mail read all four. Prints the texts; succeeds while that is so.
# Seen with Python 3.11.7; needs Node.js, Python 3 and Debian 12 with ruby-mail=2.7.1+dfsg1-2.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

ruby -e 'require "mail"' 2>/dev/null || apt-get install --yes --quiet ruby-mail=2.7.1+dfsg1-2 >apt.log 2>&1
npm install --silent --no-audit --no-fund postal-mime@4.0.0

write() {
    printf 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding:%b\r\n\r\nSGVsbG8=\r\n' "$2" >"$1"
}
write 1.eml ' base64'
write 2.eml ' base64 (MIME)'
write 3.eml ' base64 '
write 4.eml '\r\n base64'

cat >read.py <<'PYTHON'
from email import message_from_binary_file, policy

texts = []
for number in '1234':
    old = message_from_binary_file(open(f'{number}.eml', 'rb')).get_payload(decode=True).decode().strip()
    new = message_from_binary_file(open(f'{number}.eml', 'rb'), policy=policy.default).get_content().strip()
    texts.append(old if old == new else f'{old} or {new}')
print('Python:', ', '.join(texts))
PYTHON
cat >read.mjs <<'NODE'
import { readFileSync } from 'node:fs';
import PostalMime from 'postal-mime';
const texts = [];
for (const number of '1234') texts.push((await PostalMime.parse(readFileSync(`${number}.eml`))).text.trim());
console.log('postal-mime:', texts.join(', '));
NODE
cat >read.rb <<'RUBY'
require 'mail'
puts 'Ruby: ' + '1234'.chars.map { |number| Mail.read("#{number}.eml").decoded.strip }.join(', ')
RUBY

{ python3 read.py && node read.mjs && ruby read.rb; } >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'Python: Hello, SGVsbG8=, SGVsbG8=, SGVsbG8=
postal-mime: Hello, Hello, Hello, Hello
Ruby: Hello, Hello, Hello, Hello' ]
