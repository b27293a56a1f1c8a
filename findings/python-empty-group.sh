#!/bin/sh
# Python's smtplib sends RCPT TO:<> for "To: undisclosed-recipients:;", the empty group (RFC 5322 section 3.4) that hides who
# gets an email. send_message reads the fields with getaddresses, which answers an empty group with one empty address, and no
# server takes that. The email still goes to the recipients in Bcc, and send_message reports a refused recipient, so that a
# caller that looks at its answer takes each such email for a failed one. A group with members is read right, and aiosmtplib
# 5.1.3, which offers the same method, leaves the empty one out. Prints what each sends and reports; succeeds while that is so.
# Seen with Python 3.11.7; needs Python 3.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

python3 -m venv venv
venv/bin/pip --quiet install aiosmtplib==5.1.3

cat >send.py <<'PYTHON'
import asyncio
import smtplib
from email.message import EmailMessage
from socketserver import StreamRequestHandler, TCPServer
from threading import Thread

import aiosmtplib


class Handler(StreamRequestHandler):
    def handle(self):
        content, recipients = False, []
        self.wfile.write(b'220 mx.example.org\r\n')
        for line in self.rfile:
            if content and line != b'.\r\n':
                continue
            verb = line[:4].upper()
            content = verb == b'DATA'
            if verb == b'RCPT':
                recipients.append(line[8:-2].decode())
            refused = verb == b'RCPT' and b'<>' in line
            answer = b'354 Go on' if content else b'501 Bad address' if refused else b'221 Bye' if verb == b'QUIT' else b'250 OK'
            if verb == b'QUIT':
                print('  RCPT TO:', *sorted(recipients))
            self.wfile.write(answer + b'\r\n')


def email(to):
    message = EmailMessage()
    message['From'] = 'ann@example.org'
    message['To'] = to
    message['Bcc'] = 'bob@example.com'
    message.set_content('Hi')
    return message


server = TCPServer(('127.0.0.1', 0), Handler)
host, port = server.server_address
Thread(target=server.serve_forever, daemon=True).start()
for to in ('Team: cy@example.com;', 'undisclosed-recipients:;'):
    print(f'smtplib, {to}')
    with smtplib.SMTP(host, port) as client:
        refused = client.send_message(email(to))
    print('  refused:', refused)
    print(f'aiosmtplib, {to}')
    refused, _ = asyncio.run(aiosmtplib.send(email(to), hostname=host, port=port, start_tls=False))
    print('  refused:', refused)
PYTHON

venv/bin/python -u send.py >seen.txt
cat seen.txt
cat >expected.txt <<'EXPECTED'
smtplib, Team: cy@example.com;
  RCPT TO: <bob@example.com> <cy@example.com>
  refused: {}
aiosmtplib, Team: cy@example.com;
  RCPT TO: <bob@example.com> <cy@example.com>
  refused: {}
smtplib, undisclosed-recipients:;
  RCPT TO: <> <bob@example.com>
  refused: {'': (501, b'Bad address')}
aiosmtplib, undisclosed-recipients:;
  RCPT TO: <bob@example.com>
  refused: {}
EXPECTED
cmp seen.txt expected.txt
