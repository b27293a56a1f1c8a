#!/bin/sh
# The official Python client resend 2.52.0 sends a body with each GET: "{}", with Content-Type: application/json. A request without
# parameters is made of an empty dict, and that is not the same as no JSON. RFC 9110 section 9.3.1: a client should not send
# content in a GET, and some servers and proxies refuse it. A gateway made of Node's fetch cannot even pass it on: "Request
# with GET/HEAD method cannot have body". The Node client, resend 6.38.0, sends none, so a test with that one never shows it.
# Prints what each client sends to such a gateway on the loopback, and what the gateway says; succeeds while that is so.
# Needs Node.js and Python 3.
set -eu

folder=$(mktemp -d)
gateway=
trap 'kill $gateway; rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund resend@6.38.0
python3 -m venv venv
venv/bin/pip --quiet install resend==2.52.0

cat >gateway.cjs <<'NODE'
const { renameSync, writeFileSync } = require('node:fs');
const { createServer } = require('node:http');
const { text } = require('node:stream/consumers');
const server = createServer(async (request, response) => {
  const body = await text(request);
  let verdict = 'passed on';
  try {
    new Request('http://127.0.0.1/', { method: request.method, body: body || undefined });
  } catch (error) {
    verdict = error.message;
  }
  console.log(`${request.method} ${request.url}, content "${body}": ${verdict}`);
  response.setHeader('Content-Type', 'application/json').end('{"data":[]}');
});
server.listen(0, '127.0.0.1', () => {
  writeFileSync('port.new', String(server.address().port));
  renameSync('port.new', 'port');
});
NODE
node gateway.cjs >seen.txt &
gateway=$!
until [ -f port ]; do sleep 0.1; done
RESEND_BASE_URL=http://127.0.0.1:$(cat port)
export RESEND_BASE_URL

node --input-type=module -e "
import { Resend } from 'resend';
await new Resend('re_1', { baseUrl: process.env.RESEND_BASE_URL }).domains.list();"
venv/bin/python -c "
import os
import resend
resend.api_key = 're_1'
resend.api_url = os.environ['RESEND_BASE_URL']
resend.Domains.list()
resend.Emails.get('1')"
cat seen.txt
cat >expected.txt <<'EXPECTED'
GET /domains, content "": passed on
GET /domains, content "{}": Request with GET/HEAD method cannot have body.
GET /emails/1, content "{}": Request with GET/HEAD method cannot have body.
EXPECTED
cmp seen.txt expected.txt
