#!/bin/sh
# nodemailer 10.6.0 writes a date that is a string into the Date field as it is: date: '2026-06-01T10:00:00.000Z', which is what
# a Date becomes in JSON on its way through a queue, is sent as "Date: 2026-06-01T10:00:00.000Z". RFC 5322 section 3.3 has
# "Mon, 1 Jun 2026 10:00:00 +0000" there. postal-mime 4.0.0 reads it all the same, with JavaScript's own parser, so a test in
# JavaScript never shows it; Python finds no date, and Go reports an error. Message-ID and References given without angle brackets
# are put right. Prints the field and what each reads; succeeds while that is so.
# Seen with Go 1.26.8 and Python 3.11.7; needs Go, Node.js and Python 3.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund nodemailer@10.6.0 postal-mime@4.0.0

cat >write.mjs <<'NODE'
import { writeFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';
const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
const job = { from: 'a@example.org', to: 'b@example.com', text: 'Hi', date: new Date('2026-06-01T10:00:00Z') };
writeFileSync('1.eml', (await transport.sendMail(job)).message);
writeFileSync('2.eml', (await transport.sendMail(JSON.parse(JSON.stringify(job)))).message);
NODE
cat >read.mjs <<'NODE'
import { readFileSync } from 'node:fs';
import PostalMime from 'postal-mime';
console.log('postal-mime:', (await PostalMime.parse(readFileSync(process.argv[2]))).date);
NODE
cat >read.py <<'PYTHON'
import sys
from email import message_from_bytes, policy

print('Python:', message_from_bytes(open(sys.argv[1], 'rb').read(), policy=policy.default)['Date'].datetime)
PYTHON
cat >read.go <<'GO'
package main

import (
	"fmt"
	"net/mail"
	"os"
)

func main() {
	file, _ := os.Open(os.Args[1])
	email, err := mail.ReadMessage(file)
	if err != nil {
		panic(err)
	}
	date, err := email.Header.Date()
	if err != nil {
		fmt.Println("Go:", err)
		return
	}
	fmt.Println("Go:", date.UTC())
}
GO
go build -o read read.go

node write.mjs
for name in 1 2; do
    grep '^Date' $name.eml | tr -d '\r'
    node read.mjs $name.eml
    python3 read.py $name.eml
    ./read $name.eml
done >seen.txt
cat seen.txt
cat >expected.txt <<'EXPECTED'
Date: Mon, 01 Jun 2026 10:00:00 +0000
postal-mime: 2026-06-01T10:00:00.000Z
Python: 2026-06-01 10:00:00+00:00
Go: 2026-06-01 10:00:00 +0000 UTC
Date: 2026-06-01T10:00:00.000Z
postal-mime: 2026-06-01T10:00:00.000Z
Python: None
Go: mail: header could not be parsed
EXPECTED
cmp seen.txt expected.txt
