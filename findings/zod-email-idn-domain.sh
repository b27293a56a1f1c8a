#!/bin/sh
# z.email() of zod 4.6.7 refuses every address in an internationalized top-level domain, even in the ASCII form that DNS and SMTP
# use: ada@example.xn--p1ai. Its last label has to be letters only, and an A-label (RFC 5890) has digits and hyphens; in any
# other label "xn--" is fine. The domain of such an address is in DNS, and its email is delivered like any other.
# z.regexes.html5Email, the rule of a browser's <input type="email">, takes it. Succeeds while that is so. Needs Node.js.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund zod@4.6.7

cat >check.mjs <<'NODE'
import { z } from 'zod';
const html5 = z.email({ pattern: z.regexes.html5Email });
for (const address of ['ada@xn--exmple-cua.org', 'ada@example.xn--p1ai', 'ada@example.xn--fiqs8s'])
  console.log(address, z.email().safeParse(address).success, html5.safeParse(address).success);
NODE
node check.mjs >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'ada@xn--exmple-cua.org true true
ada@example.xn--p1ai false true
ada@example.xn--fiqs8s false true' ]
