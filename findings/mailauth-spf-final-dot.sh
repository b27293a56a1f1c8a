#!/bin/sh
# mailauth 4.13.3, the last version for Node.js 20, answers "permerror" to an SPF record with a dot at the end of the name in a: or
# mx:, as in "a:mail.example.org.", though it takes the dot in include: and redirect=. RFC 7208 section 7.1 has the dot in its
# grammar (domain-end), and whoever writes zone files writes it. pyspf 2.0.14 answers "pass" to each, and so does mailauth 7.1.0,
# which needs Node.js 22. Both read the same zone; succeeds while that is so. Needs Node.js and Python 3.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund mailauth@4.13.3
python3 -m venv venv
venv/bin/pip --quiet install pyspf==2.0.14 dnspython==2.9.2

cat >zone.json <<'ZONE'
{
  "plain.example": { "TXT": ["v=spf1 a:mail.example.org -all"] },
  "include.example": { "TXT": ["v=spf1 include:spf.example.org. -all"] },
  "a.example": { "TXT": ["v=spf1 a:mail.example.org. -all"] },
  "mx.example": { "TXT": ["v=spf1 mx:example.org. -all"] },
  "redirect.example": { "TXT": ["v=spf1 redirect=spf.example.org."] },
  "spf.example.org": { "TXT": ["v=spf1 ip4:192.0.2.1 -all"] },
  "example.org": { "MX": [[10, "mail.example.org"]] },
  "mail.example.org": { "A": ["192.0.2.1"] }
}
ZONE

cat >ask.cjs <<'NODE'
const { spf } = require('mailauth/lib/spf');
const zone = require('./zone.json');
const resolver = async (name, type) => {
  const records = zone[name.replace(/\.$/, '')]?.[type];
  if (records === undefined) throw Object.assign(new Error('no records'), { code: 'ENOTFOUND' });
  const shapes = { TXT: (text) => [text], MX: ([priority, exchange]) => ({ priority, exchange }), A: (address) => address };
  return records.map(shapes[type]);
};
const askAll = async () => {
  for (const domain of ['plain.example', 'include.example', 'redirect.example', 'a.example', 'mx.example']) {
    const asked = { sender: `a@${domain}`, ip: '192.0.2.1', helo: 'mail.example.org', mta: 'mx.example.com', resolver };
    console.log('mailauth', domain, (await spf(asked)).status.result);
  }
};
void askAll();
NODE

cat >ask.py <<'PYTHON'
import json

import spf

zone = json.load(open('zone.json'))


def look_up(name, kind, strict=True, timeout=20, level=0):
    records = zone.get(name.rstrip('.'), {}).get(kind, [])
    shapes = {'TXT': lambda text: (text.encode(),), 'MX': tuple, 'A': str}
    return [((name, kind), shapes[kind](record)) for record in records]


spf.DNSLookup = look_up
for domain in ('plain.example', 'include.example', 'redirect.example', 'a.example', 'mx.example'):
    print('pyspf', domain, spf.check2(i='192.0.2.1', s=f'a@{domain}', h='mail.example.org')[0])
PYTHON

node ask.cjs >seen.txt
venv/bin/python ask.py >>seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'mailauth plain.example pass
mailauth include.example pass
mailauth redirect.example pass
mailauth a.example permerror
mailauth mx.example permerror
pyspf plain.example pass
pyspf include.example pass
pyspf redirect.example pass
pyspf a.example pass
pyspf mx.example pass' ]
