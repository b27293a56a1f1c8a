#!/bin/sh
# PHPMailer 6.6.3 (Debian 12) attaches a saved email, m.eml, as message/rfc822 in base64. RFC 2046 section 5.2.1 permits only
# 7bit, 8bit and binary there, and readers differ: Python's email package reads the base64 lines as the inner message, which
# then has no headers at all; postal-mime 4.0.0 decodes it and has the file. So a forwarded bounce is there for one and empty
# for the other. Prints what both find; succeeds while that is so. Needs PHP, Node.js and Python 3.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

command -v php >/dev/null || apt-get install --yes --quiet php8.2-cli >/dev/null
apt-get download libphp-phpmailer=6.6.3-1 >apt.log 2>&1
dpkg-deb --extract libphp-phpmailer_6.6.3-1_all.deb phpmailer
npm install --silent --no-audit --no-fund postal-mime@4.0.0

cat >write.php <<'PHP'
<?php
require 'phpmailer/usr/share/php/libphp-phpmailer/autoload.php';
$email = new PHPMailer\PHPMailer\PHPMailer(true);
$email->setFrom('a@example.com');
$email->addAddress('b@example.org');
$email->Subject = 'Outer';
$email->Body = 'See the attached email.';
$email->addStringAttachment("Subject: Inner\r\n\r\nHello\r\n", 'm.eml');
$email->preSend();
file_put_contents('message.eml', $email->getSentMIMEMessage());
PHP
php write.php

cat >read.py <<'PYTHON'
from email import message_from_binary_file, policy

message = message_from_binary_file(open('message.eml', 'rb'), policy=policy.default)
[attached] = message.iter_attachments()
print('Python:', attached['content-transfer-encoding'], attached.get_content().items())
PYTHON
cat >read.mjs <<'NODE'
import { readFileSync } from 'node:fs';
import PostalMime from 'postal-mime';
const { attachments } = await PostalMime.parse(readFileSync('message.eml'));
const inner = await PostalMime.parse(attachments[0].content);
console.log('postal-mime:', attachments[0].filename, inner.subject);
NODE
{ python3 read.py && node read.mjs; } >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'Python: base64 []
postal-mime: m.eml Inner' ]
