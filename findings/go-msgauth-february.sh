#!/bin/sh
# go-msgauth 0.7.0 (Go) fails the DKIM signature of each email that PHPMailer 6.6.3 (Debian 12) signs in February. PHPMailer copies
# signed fields into z= unless told otherwise, where a space is "=20" (RFC 6376 section 2.11), so that the date has "Feb=20". Before
# it verifies, go-msgauth empties the tag b=, and it takes every "b" with "=" behind it for that tag, up to the next semicolon.
# January passes, except where another field has such a "b", as in the subject "Our Web shop". dkimpy 1.1.8 verifies all of them.
# Prints what both verifiers say; succeeds while that is so.
# Needs Go, Python 3 and Debian 12 with libphp-phpmailer=6.6.3-1 and PHP 8.2.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

command -v php >/dev/null || apt-get install --yes --quiet php8.2-cli >/dev/null
apt-get download libphp-phpmailer=6.6.3-1 >apt.log 2>&1
dpkg-deb --extract libphp-phpmailer_6.6.3-1_all.deb phpmailer
python3 -m venv venv
venv/bin/pip --quiet install dkimpy==1.1.8
openssl genrsa -traditional -out key.pem 2048 2>/dev/null
openssl rsa -in key.pem -pubout -outform DER -out key.der 2>/dev/null
printf 'v=DKIM1; k=rsa; p=%s' "$(base64 --wrap=0 key.der)" >record.txt

cat >sign.php <<'PHP'
<?php
[, $date, $subject] = $argv;
require 'phpmailer/usr/share/php/libphp-phpmailer/autoload.php';
$email = new PHPMailer\PHPMailer\PHPMailer(true);
$email->setFrom('ann@example.org');
$email->addAddress('bob@example.com');
$email->Subject = $subject;
$email->Body = 'Hi';
$email->MessageDate = $date;
$email->DKIM_domain = 'example.org';
$email->DKIM_selector = 's';
$email->DKIM_private = 'key.pem';
$email->preSend();
echo $email->getSentMIMEMessage();
PHP

cat >verify.py <<'PYTHON'
import sys

import dkim

message = open(sys.argv[1], 'rb').read()
passes = dkim.verify(message, dnsfunc=lambda name, timeout=5: open('record.txt', 'rb').read())
print('dkimpy:', 'pass' if passes else 'fail')
PYTHON

cat >verify.go <<'GO'
package main

import (
	"fmt"
	"os"

	"github.com/emersion/go-msgauth/dkim"
)

func main() {
	message, _ := os.Open(os.Args[1])
	lookup := func(string) ([]string, error) {
		record, err := os.ReadFile("record.txt")
		return []string{string(record)}, err
	}
	results, err := dkim.VerifyWithOptions(message, &dkim.VerifyOptions{LookupTXT: lookup})
	if err != nil {
		panic(err)
	}
	verdict := "pass"
	if results[0].Err != nil {
		verdict = results[0].Err.Error()
	}
	fmt.Println("go-msgauth:", verdict)
}
GO
cat >go.mod <<'GOMOD'
module verify

go 1.22

require github.com/emersion/go-msgauth v0.7.0
GOMOD
go mod tidy >go.log 2>&1
go build -o verify verify.go

see() {
    php sign.php "$1" "$2" >message.eml
    echo "$1, $2: $(venv/bin/python verify.py message.eml), $(./verify message.eml)"
}
{
    see 'Fri, 2 Jan 2026 10:00:00 +0000' 'Your order'
    see 'Mon, 2 Feb 2026 10:00:00 +0000' 'Your order'
    see 'Fri, 2 Jan 2026 10:00:00 +0000' 'Our Web shop'
} >seen.txt
cat seen.txt
cat >expected.txt <<'EXPECTED'
Fri, 2 Jan 2026 10:00:00 +0000, Your order: dkimpy: pass, go-msgauth: pass
Mon, 2 Feb 2026 10:00:00 +0000, Your order: dkimpy: pass, go-msgauth: dkim: signature did not verify: crypto/rsa: verification error
Fri, 2 Jan 2026 10:00:00 +0000, Our Web shop: dkimpy: pass, go-msgauth: dkim: signature did not verify: crypto/rsa: verification error
EXPECTED
cmp seen.txt expected.txt
