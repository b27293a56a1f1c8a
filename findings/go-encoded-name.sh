#!/bin/sh
# A From field made with Go's mime.QEncoding is refused by Go's own net/mail once the name has a comma: QEncoding leaves "," as it
# is, and to a reader of address lists that comma ends an address. RFC 2047 section 5 (3) allows only letters, digits and
# "!*+-/=_" in such a word. postal-mime 4.0.0 finds no address at all, Python's getaddresses two. mime.BEncoding and
# mail.Address are safe. Seen with Go 1.26.8; succeeds while that is so. Needs Go, Node.js and Python 3.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund postal-mime@4.0.0

cat >write.go <<'GO'
package main

import (
	"fmt"
	"mime"
	"net/mail"
	"os"
)

func main() {
	name, address := "Müller, Jürgen", "j@example.org"
	fields := []string{
		mime.QEncoding.Encode("utf-8", name) + " <" + address + ">",
		mime.BEncoding.Encode("utf-8", name) + " <" + address + ">",
		(&mail.Address{Name: name, Address: address}).String(),
	}
	for index, field := range fields {
		_, err := mail.ParseAddress(field)
		fmt.Println("Go:", err)
		os.WriteFile(fmt.Sprintf("%d.txt", index), []byte(field), 0o600)
	}
}
GO
cat >read.mjs <<'NODE'
import { readFileSync } from 'node:fs';
import PostalMime from 'postal-mime';
for (const file of ['0.txt', '1.txt', '2.txt']) {
  const { from } = await PostalMime.parse(`From: ${readFileSync(file, 'utf8')}\r\n\r\nHi\r\n`);
  console.log(`postal-mime: "${from.address}"`);
}
NODE
cat >read.py <<'PYTHON'
from email.utils import getaddresses

for name in ('0.txt', '1.txt', '2.txt'):
    print('Python:', len(getaddresses([open(name).read()])))
PYTHON

{ go run write.go && node read.mjs && python3 read.py; } >seen.txt
cat 0.txt && echo && cat seen.txt
[ "$(cat seen.txt)" = "Go: mail: missing '@' or angle-addr
Go: <nil>
Go: <nil>
postal-mime: \"\"
postal-mime: \"j@example.org\"
postal-mime: \"j@example.org\"
Python: 2
Python: 1
Python: 1" ]
