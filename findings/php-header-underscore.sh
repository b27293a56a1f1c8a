#!/bin/sh
# PHP 8.2 (Debian 12): mb_decode_mimeheader leaves "_" where RFC 2047 section 4.2 (2) has a space, so that the subject
# "=?UTF-8?Q?Ihr_Termin?=" becomes "Ihr_Termin". No error is raised, and a round trip within PHP shows nothing, since its own
# mb_encode_mimeheader writes "=20". iconv_mime_decode, beside it in the same PHP, reads the space.
# nodemailer 10.6.0 writes the subject; prints what both functions read; succeeds while that is so. Needs Node.js and PHP 8.2.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

php -m 2>/dev/null | grep -q mbstring || apt-get install --yes --quiet php8.2-cli php8.2-mbstring >apt.log 2>&1
npm install --silent --no-audit --no-fund nodemailer@10.6.0

cat >write.mjs <<'NODE'
import { createTransport } from 'nodemailer';
const transport = createTransport({ streamTransport: true, buffer: true });
const email = { from: 'a@example.org', to: 'b@example.com', subject: 'Ihr Termin für morgen', text: 'Hi' };
process.stdout.write((await transport.sendMail(email)).message);
NODE
cat >read.php <<'PHP'
<?php
mb_internal_encoding('UTF-8');
preg_match('/^Subject: (.*?)\r?\n(?! )/ms', file_get_contents('message.eml'), $found);
echo 'Field: ', $found[1], "\n";
echo 'mb_decode_mimeheader: ', mb_decode_mimeheader($found[1]), "\n";
echo 'iconv_mime_decode: ', iconv_mime_decode($found[1], 0, 'UTF-8'), "\n";
echo 'Round trip: ', mb_decode_mimeheader(mb_encode_mimeheader('Ihr Termin für morgen', 'UTF-8', 'Q')), "\n";
PHP

node write.mjs >message.eml
php read.php >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'Field: =?UTF-8?Q?Ihr_Termin_f=C3=BCr_morgen?=
mb_decode_mimeheader: Ihr_Termin_für_morgen
iconv_mime_decode: Ihr Termin für morgen
Round trip: Ihr Termin für morgen' ]
