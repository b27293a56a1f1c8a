#!/bin/sh
# RFC 2231 section 5 lets an encoded word name its language after the character set: =?utf-8*de?Q?J=C3=B6rg?=. Go's net/mail
# then refuses the whole From field ("charset not supported"), so that the address is lost with the name, and Python's
# make_header raises LookupError: "utf-8*de" is looked up as a character set. postal-mime 4.0.0, Ruby's mail and Python's newer
# policy.default read "Jörg". Prints what each reads; succeeds while that is so.
# Seen with Go 1.26.8 and Python 3.11.7; needs Go, Node.js, Python 3 and Debian 12 with ruby-mail=2.7.1+dfsg1-2.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

ruby -e 'require "mail"' 2>/dev/null || apt-get install --yes --quiet ruby-mail=2.7.1+dfsg1-2 >apt.log 2>&1
npm install --silent --no-audit --no-fund postal-mime@4.0.0

printf 'From: =?utf-8*de?Q?J=C3=B6rg?= <j@example.org>\r\n\r\n' >message.eml
cat >read.go <<'GO'
package main

import (
	"fmt"
	"net/mail"
	"os"
)

func main() {
	file, _ := os.Open("message.eml")
	message, _ := mail.ReadMessage(file)
	list, err := message.Header.AddressList("From")
	fmt.Println("Go:", len(list), err)
}
GO
cat >read.py <<'PYTHON'
from email import message_from_binary_file, policy
from email.header import decode_header, make_header

message = message_from_binary_file(open('message.eml', 'rb'))
try:
    print('Python, make_header:', make_header(decode_header(message['from'])))
except LookupError as error:
    print('Python, make_header:', error)
message = message_from_binary_file(open('message.eml', 'rb'), policy=policy.default)
print('Python, policy.default:', message['from'])
PYTHON
cat >read.mjs <<'NODE'
import { readFileSync } from 'node:fs';
import PostalMime from 'postal-mime';
const { from } = await PostalMime.parse(readFileSync('message.eml'));
console.log(`postal-mime: ${from.name} <${from.address}>`);
NODE
cat >read.rb <<'RUBY'
require 'mail'
from = Mail.read('message.eml')[:from]
puts "Ruby: #{from.display_names.first} <#{from.addresses.first}>"
RUBY

export PYTHONIOENCODING=utf-8
{ go run read.go && python3 read.py && node read.mjs && ruby -Eutf-8 read.rb; } >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'Go: 0 mail: missing word in phrase: charset not supported: "utf-8*de"
Python, make_header: unknown encoding: utf-8*de
Python, policy.default: Jörg <j@example.org>
postal-mime: Jörg <j@example.org>
Ruby: Jörg <j@example.org>' ]
