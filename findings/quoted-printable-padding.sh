#!/bin/sh
# Spaces after the "=" at the end of a quoted-printable line, which RFC 2045 section 6.7 (3) has readers delete since a server on
# the way added them ("receivers MUST be able to handle padding"), stop Ruby's mail 2.7.1: from there on the text is left encoded,
# "caf=C3=A9" to the end. Python and postal-mime 4.0.0 keep the "=" and break the line there, so a URL is cut in two.
# Go, PHP and Perl's MIME::QuotedPrint join the lines. None of them reports anything.
# Prints what each reads; succeeds while that is so. Seen with Go 1.26.8, Python 3.11.7 and PHP 8.2;
# needs Go, Node.js, Perl, PHP, Python 3 and Debian 12 with ruby-mail=2.7.1+dfsg1-2.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

ruby -e 'require "mail"' 2>/dev/null || apt-get install --yes --quiet ruby-mail=2.7.1+dfsg1-2 >apt.log 2>&1
npm install --silent --no-audit --no-fund postal-mime@4.0.0

printf 'https://example.org/=  \r\nabc caf=C3=A9\r\n' >body.txt
{
    printf 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n'
    cat body.txt
} >message.eml

cat >read.rb <<'RUBY'
require 'mail'
puts 'Ruby: ' + Mail.read('message.eml').decoded.strip.inspect
RUBY
cat >read.py <<'PYTHON'
import json
from email import message_from_bytes, policy

text = message_from_bytes(open('message.eml', 'rb').read(), policy=policy.default).get_content().strip()
print('Python:', json.dumps(text, ensure_ascii=False))
PYTHON
cat >read.mjs <<'NODE'
import { readFileSync } from 'node:fs';
import PostalMime from 'postal-mime';
console.log('postal-mime:', JSON.stringify((await PostalMime.parse(readFileSync('message.eml'))).text.trim()));
NODE
cat >read.go <<'GO'
package main

import (
	"fmt"
	"io"
	"mime/quotedprintable"
	"os"
	"strings"
)

func main() {
	file, _ := os.Open("body.txt")
	text, err := io.ReadAll(quotedprintable.NewReader(file))
	if err != nil {
		panic(err)
	}
	fmt.Printf("Go: %q\n", strings.TrimSpace(string(text)))
}
GO
cat >read.php <<'PHP'
<?php
echo 'PHP: ', json_encode(trim(quoted_printable_decode(file_get_contents('body.txt'))), 320), "\n";
PHP

{
    ruby -Eutf-8 read.rb
    PYTHONIOENCODING=utf-8 python3 read.py
    node read.mjs
    go run read.go
    php read.php
    perl -MMIME::QuotedPrint -0777 -ne '$_ = decode_qp($_); s/\s+\z//; print qq(Perl: "$_"\n)' body.txt
} >seen.txt
cat seen.txt
cat >expected.txt <<'EXPECTED'
Ruby: "https://example.org/=  \r\nabc caf=C3=A9"
Python: "https://example.org/=  \r\nabc café"
postal-mime: "https://example.org/=  \nabc café"
Go: "https://example.org/abc café"
PHP: "https://example.org/abc café"
Perl: "https://example.org/abc café"
EXPECTED
cmp seen.txt expected.txt
