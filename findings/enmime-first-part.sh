#!/bin/sh
# enmime 2.3.0 (Go) does not see the text of a multipart email whose first part has no header: the part is in OtherParts, and Text is
# empty, or made of the HTML where there is some, so that the sender's own text is lost. RFC 2046 section 5.1 has a part without
# a header as plain text in US-ASCII, and the example of its section 5.1.1 begins with one. enmime's notes are two warnings: a part
# "should have a Content-Type". Python and postal-mime 4.0.0 read the text. Prints what each takes for it; succeeds while that is so.
# Needs Go, Node.js and Python 3.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund postal-mime@4.0.0

cat >message.txt <<'MESSAGE'
From: a@example.org
Subject: Hello
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="b"

--b

The plain text
--b
Content-Type: text/html

<p>The HTML</p>
--b--
MESSAGE
sed 's/$/\r/' message.txt >message.eml

mkdir reader && cd reader
cat >main.go <<'GO'
package main

import (
	"fmt"
	"os"

	"github.com/jhillyerd/enmime/v2"
)

func main() {
	file, _ := os.Open("../message.eml")
	envelope, _ := enmime.ReadEnvelope(file)
	fmt.Printf("enmime: %q, other part: %q\n", envelope.Text, envelope.OtherParts[0].Content)
	for _, note := range envelope.Errors {
		fmt.Println("enmime:", note)
	}
}
GO
go mod init example.com/reader >go.log 2>&1
go get github.com/jhillyerd/enmime/v2@v2.3.0 >go.log 2>&1
cd ..
cat >read.py <<'PYTHON'
from email import message_from_binary_file, policy

message = message_from_binary_file(open('message.eml', 'rb'), policy=policy.default)
print('Python:', message.get_body(('plain',)).get_content().strip())
PYTHON
cat >read.mjs <<'NODE'
import { readFileSync } from 'node:fs';
import PostalMime from 'postal-mime';
console.log('postal-mime:', (await PostalMime.parse(readFileSync('message.eml'))).text.trim());
NODE

{ (cd reader && go run .) && python3 read.py && node read.mjs; } >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'enmime: "The HTML", other part: "The plain text"
enmime: [W] Plain Text from HTML: Message did not contain a text/plain part
enmime: [W] Missing Content-Type: MIME parts should have a Content-Type header
enmime: [W] Missing Content-Type: content-type is empty for part id: 1
Python: The plain text
postal-mime: The plain text' ]
