#!/bin/sh
# A space before the "=" of the tag b= makes OpenDKIM 2.11.0 (Debian 12) and mailauth 4.13.3, the last version for Node.js 20, call a
# valid DKIM signature failed: "b = ..." instead of "b=...". RFC 6376 section 3.2 allows white space on both sides of each "=", and
# section 3.5 repeats it for this tag. Before a verifier hashes the field it has to empty b=, and both look for these two
# characters in a row. Around every other "=" the space does no harm, so v, a, bh and the rest may be written so.
# dkimpy 1.1.8 and Mail::DKIM verify both. Signs one email by hand; prints the verdicts; succeeds while that is so.
# Needs Node.js, Python 3 and Debian 12 with opendkim=2.11.0~beta2-8+deb12u1 and libmail-dkim-perl=1.20230212-2~deb12u1.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

perl -MMail::DKIM::Verifier -e 1 2>/dev/null ||
    apt-get install --yes --quiet libmail-dkim-perl=1.20230212-2~deb12u1 >apt.log 2>&1
command -v opendkim >/dev/null || apt-get install --yes --quiet opendkim=2.11.0~beta2-8+deb12u1 >apt.log 2>&1
npm install --silent --no-audit --no-fund mailauth@4.13.3
python3 -m venv venv
venv/bin/pip --quiet install dkimpy==1.1.8

cat >sign.cjs <<'NODE'
const { createHash, generateKeyPairSync, sign } = require('node:crypto');
const { writeFileSync } = require('node:fs');
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;
writeFileSync('record.txt', record);
writeFileSync('dns.txt', `s._domainkey.example.org ${record}\n`);
writeFileSync('opendkim.conf', 'Mode v\nSyslog no\nTestDNSData file:dns.txt\n');
const body = 'Hi\r\n';
const hash = createHash('sha256').update(body).digest('base64');
const write = (name, others, last) => {
  const tags = ['v@1', 'a@rsa-sha256', 'c@relaxed/relaxed', 'd@example.org', 's@s', 'h@from', `bh@${hash}`];
  const unsigned = `${tags.map((tag) => tag.replace('@', others)).join('; ')}; b${last}`;
  const signed = `from:ann@example.org\r\ndkim-signature:${unsigned.trimEnd()}`;
  const signature = sign('sha256', Buffer.from(signed), privateKey).toString('base64');
  writeFileSync(name, `DKIM-Signature: ${unsigned}${signature}\r\nFrom: ann@example.org\r\n\r\n${body}`);
};
write('1.eml', '=', '=');
write('2.eml', ' = ', '=');
write('3.eml', '=', ' = ');
NODE
cat >verify.cjs <<'NODE'
const { readFileSync } = require('node:fs');
const { dkimVerify } = require('mailauth/lib/dkim/verify');
const resolver = async () => [[readFileSync('record.txt', 'utf8')]];
void dkimVerify(readFileSync(process.argv[2]), { resolver }).then(({ results }) => {
  console.log(`mailauth: ${results[0].status.result}`);
});
NODE
cat >verify.py <<'PYTHON'
import sys

import dkim

passes = dkim.verify(open(sys.argv[1], 'rb').read(), dnsfunc=lambda name, timeout=5: open('record.txt', 'rb').read())
print('dkimpy:', 'pass' if passes else 'fail')
PYTHON
cat >verify.pl <<'PERL'
use strict;
use warnings;
use Mail::DKIM::PublicKey;
use Mail::DKIM::Verifier;
my $record = do { local (@ARGV, $/) = 'record.txt'; <> };
no warnings 'redefine';
*Mail::DKIM::PublicKey::fetch_async = sub {
    my ($class, %query) = @_;
    my $key = $class->parse($record);
    $query{Callbacks}{Success}->($key);
    return sub { $key };
};
open(my $message, '<:raw', $ARGV[0]) or die $!;
my $verifier = Mail::DKIM::Verifier->new;
$verifier->load($message);
print 'Mail::DKIM: ', $verifier->result, "\n";
PERL

see() {
    echo "$2"
    { opendkim -t "$1" -x opendkim.conf -v -v -v 2>&1 || true; } | sed -n 's/.*[[:space:]]dkim=\([a-z]*\).*/OpenDKIM: \1/p'
    node verify.cjs "$1"
    venv/bin/python verify.py "$1"
    perl verify.pl "$1"
}
node sign.cjs
{
    see 1.eml 'v=1; ... b=...'
    see 2.eml 'v = 1; ... b=...'
    see 3.eml 'v=1; ... b = ...'
} >seen.txt
cat seen.txt
cat >expected.txt <<'EXPECTED'
v=1; ... b=...
OpenDKIM: pass
mailauth: pass
dkimpy: pass
Mail::DKIM: pass
v = 1; ... b=...
OpenDKIM: pass
mailauth: pass
dkimpy: pass
Mail::DKIM: pass
v=1; ... b = ...
OpenDKIM: fail
mailauth: fail
dkimpy: pass
Mail::DKIM: pass
EXPECTED
cmp seen.txt expected.txt
