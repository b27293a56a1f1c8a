#!/bin/sh
# Python's email package finds no recipient in the bounce of an internationalized address. In message/delivery-status (RFC 3464) each
# block is a message of its own; in message/global-delivery-status, which RFC 6533 section 4 has for addresses in UTF-8 with the
# same blocks, only the first is one, with the server's name, and the recipients are its text. No error is raised, and a reader
# that looks for Final-Recipient takes the report for one about nobody. Ruby's mail reads the recipients of both types.
# Prints what both find; succeeds while that is so.
# Seen with Python 3.11.7; needs Python 3 and Debian 12 with ruby-mail=2.7.1+dfsg1-2.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

ruby -e 'require "mail"' 2>/dev/null || apt-get install --yes --quiet ruby-mail=2.7.1+dfsg1-2 >apt.log 2>&1

write() {
    sed 's/$/\r/' <<REPORT
From: MAILER-DAEMON@example.com
To: ann@example.org
Subject: Delivery report
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=next

--next
Content-Type: text/plain

There is no such mailbox.
--next
Content-Type: message/$1
Content-Transfer-Encoding: 8bit

Reporting-MTA: dns; mx.example.com

Final-Recipient: $2
Action: failed
Status: 5.1.1
--next--
REPORT
}
write delivery-status 'rfc822; joerg@example.com' >ascii.eml
write global-delivery-status 'utf-8; jörg@example.com' >global.eml

cat >read.py <<'PYTHON'
from email import message_from_bytes, policy

for name in ('ascii', 'global'):
    report = message_from_bytes(open(f'{name}.eml', 'rb').read(), policy=policy.default)
    found = [part['Final-Recipient'] for part in report.walk() if 'Final-Recipient' in part]
    print(f'Python, {name}:', ', '.join(found) or 'nobody')
PYTHON
cat >read.rb <<'RUBY'
require 'mail'
%w[ascii global].each do |name|
  report = Mail.read("#{name}.eml")
  puts "Ruby, #{name}: #{report.final_recipient}"
end
RUBY

{
    PYTHONIOENCODING=utf-8 python3 read.py
    ruby -Eutf-8 read.rb
} >seen.txt
cat seen.txt
cat >expected.txt <<'EXPECTED'
Python, ascii: rfc822; joerg@example.com
Python, global: nobody
Ruby, ascii: rfc822; joerg@example.com
Ruby, global: utf-8; jörg@example.com
EXPECTED
cmp seen.txt expected.txt
