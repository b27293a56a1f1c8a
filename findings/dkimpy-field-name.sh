#!/bin/sh
# dkimpy 1.1.8 raises MessageFormatError on the example of canonicalization in RFC 6376 section 3.4.5, which has a field "B : Y": it
# takes no space between the name of a field and its colon. RFC 5322 section 4.5 has readers accept that, and RFC 6376 section
# 3.4.2 says what becomes of it in the relaxed form. The field need not be signed: with one such line no signature of the email is
# looked at. Mail::DKIM signs that message and mailauth 4.13.3 verifies it. An error is no verdict, so a caller that takes it for
# "no signature" loses a valid one. Prints what each says, with and without the space; succeeds while that is so.
# Needs Node.js, Python 3 and Debian 12 with libmail-dkim-perl=1.20230212-2~deb12u1.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

perl -MMail::DKIM::Signer -e 1 2>/dev/null ||
    apt-get install --yes --quiet libmail-dkim-perl=1.20230212-2~deb12u1 >apt.log 2>&1
npm install --silent --no-audit --no-fund mailauth@4.13.3
python3 -m venv venv
venv/bin/pip --quiet install dkimpy==1.1.8
openssl genrsa -traditional -out key.pem 2048 2>/dev/null
openssl rsa -in key.pem -pubout -outform DER -out key.der 2>/dev/null
printf 'v=DKIM1; k=rsa; p=%s' "$(base64 --wrap=0 key.der)" >record.txt

cat >sign.pl <<'PERL'
use strict;
use warnings;
use Mail::DKIM::Signer;
my $signer = Mail::DKIM::Signer->new(
    Algorithm => 'rsa-sha256', Method => 'relaxed/relaxed', Domain => 'example.org', Selector => 's', KeyFile => 'key.pem');
my $message = do { local (@ARGV, $/) = $ARGV[0]; <> };
open(my $input, '<:raw', \$message) or die $!;
$signer->load($input);
print $signer->signature->as_string, "\r\n", $message;
PERL
cat >verify.py <<'PYTHON'
import dkim

message = open('signed.eml', 'rb').read()
try:
    print('dkimpy:', dkim.DKIM(message).verify(dnsfunc=lambda name, timeout=5: open('record.txt', 'rb').read()))
except dkim.MessageFormatError as error:
    print('dkimpy:', error)
PYTHON
cat >verify.cjs <<'NODE'
const { readFileSync } = require('node:fs');
const { dkimVerify } = require('mailauth/lib/dkim/verify');
const resolver = async () => [[readFileSync('record.txt', 'utf8')]];
void dkimVerify(readFileSync('signed.eml'), { resolver }).then(({ results }) => {
  console.log('mailauth:', results[0].status.result);
});
NODE

see() {
    printf 'From: ann@example.org\r\nA: X\r\n%s\r\n\r\n C \r\nD \t E\r\n\r\n\r\n' "$1" >message.eml
    perl sign.pl message.eml >signed.eml
    echo "$1"
    venv/bin/python verify.py
    node verify.cjs
}
{
    see 'B: Y'
    see 'B : Y'
} >seen.txt
cat seen.txt
cat >expected.txt <<'EXPECTED'
B: Y
dkimpy: True
mailauth: pass
B : Y
dkimpy: Unexpected characters in RFC822 header: b'B : Y'
mailauth: pass
EXPECTED
cmp seen.txt expected.txt
