#!/bin/sh
# The official Node client resend 6.38.0 puts a contact's address into the path as it is, but a suppressed address encoded:
# for ann/sales@example.org it asks for /contacts/ann/sales@example.org and /suppressions/ann%2Fsales%40example.org.
# "/" is an ordinary character of a local part (RFC 5322 section 3.2.3). The Python client, resend 2.52.0, encodes both, so a
# server with one route "/contacts/:id" finds the contact for the one and not for the other. Needs Node.js and Python 3.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund resend@6.38.0
python3 -m venv venv
venv/bin/pip --quiet install resend==2.52.0

cat >ask.cjs <<'NODE'
const { createServer } = require('node:http');
const { Resend } = require('resend');
const server = createServer((request, response) => {
  console.log('Node:', request.url);
  response.setHeader('Content-Type', 'application/json').end('{}');
});
const ask = async () => {
  const client = new Resend('re_1', { baseUrl: `http://127.0.0.1:${server.address().port}` });
  await client.contacts.get({ email: 'ann/sales@example.org' });
  await client.suppressions.get('ann/sales@example.org');
  server.close();
  server.closeAllConnections();
};
server.listen(0, '127.0.0.1', () => void ask());
NODE

cat >ask.py <<'PYTHON'
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import resend


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        print('Python:', self.path)
        self.send_response(200)
        self.send_header('Content-Type', 'application/json')
        self.end_headers()
        self.wfile.write(b'{}')

    def log_message(self, *_):
        pass


server = HTTPServer(('127.0.0.1', 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
resend.api_key = 're_1'
resend.api_url = f'http://127.0.0.1:{server.server_port}'
resend.Contacts.get(email='ann/sales@example.org')
resend.Suppressions.get('ann/sales@example.org')
PYTHON

node ask.cjs >seen.txt
venv/bin/python ask.py >>seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'Node: /contacts/ann/sales@example.org
Node: /suppressions/ann%2Fsales%40example.org
Python: /contacts/ann%2Fsales%40example.org
Python: /suppressions/ann%2Fsales%40example.org' ]
