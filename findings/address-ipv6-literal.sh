#!/bin/sh
# The address ann@[IPv6:2001:db8::1], an IPv6 literal as RFC 5321 section 4.1.3 has it, is read as a group by postal-mime 4.0.0: the
# colon after "IPv6" ends the group's name "ann@[IPv6", and the member is "1]" without an address. In angle brackets it is right.
# Go's net/mail refuses it both ways, though it takes ann@[192.0.2.1]; in brackets it says "invalid IP address". Python and
# nodemailer 10.6.0, by the same author as postal-mime, read both. Prints what each reads; succeeds while that is so.
# Seen with Go 1.26.8; needs Go, Node.js and Python 3.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund postal-mime@4.0.0 nodemailer@10.6.0

cat >read.mjs <<'NODE'
import parseAddresses from 'nodemailer/lib/addressparser/index.js';
import { addressParser } from 'postal-mime';
for (const field of ['ann@[IPv6:2001:db8::1]', '<ann@[IPv6:2001:db8::1]>']) {
  console.log('postal-mime:', JSON.stringify(addressParser(field)));
  console.log('nodemailer:', JSON.stringify(parseAddresses(field)));
}
NODE
cat >read.go <<'GO'
package main

import (
	"fmt"
	"net/mail"
)

func main() {
	for _, field := range []string{"ann@[IPv6:2001:db8::1]", "<ann@[IPv6:2001:db8::1]>", "ann@[192.0.2.1]"} {
		address, err := mail.ParseAddress(field)
		fmt.Println("Go:", address, err)
	}
}
GO
cat >read.py <<'PYTHON'
from email import message_from_string, policy

for field in ('ann@[IPv6:2001:db8::1]', '<ann@[IPv6:2001:db8::1]>'):
    print('Python:', message_from_string('From: ' + field, policy=policy.default)['from'].addresses[0].addr_spec)
PYTHON

{ node read.mjs && go run read.go && python3 read.py; } >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'postal-mime: [{"name":"ann@[IPv6","group":[{"address":"","name":"1]"}]}]
nodemailer: [{"address":"ann@[IPv6:2001:db8::1]","name":""}]
postal-mime: [{"address":"ann@[IPv6:2001:db8::1]","name":""}]
nodemailer: [{"address":"ann@[IPv6:2001:db8::1]","name":""}]
Go: <nil> mail: missing '"'@'"' or angle-addr
Go: <nil> mail: invalid IP address in domain-literal: "IPv6:2001:db8::1"
Go: <ann@[192.0.2.1]> <nil>
Python: ann@[IPv6:2001:db8::1]
Python: ann@[IPv6:2001:db8::1]' ]
