#!/bin/sh
# postal-mime 4.0.0 reads "ann@example.org (Ann (sales))" as the address "ann@example.org)": a comment ends at its first ")",
# where RFC 5322 section 3.2.2 lets comments nest. And a quoted local part without angle brackets loses its quotes, so that
# "john doe"@example.org becomes an address that nothing can be sent to; in angle brackets it keeps them.
# nodemailer 10.6.0 reads all four right. Prints what both read; succeeds while that is so. Needs Node.js.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund postal-mime@4.0.0 nodemailer@10.6.0

cat >read.mjs <<'NODE'
import nodemailerParser from 'nodemailer/lib/addressparser/index.js';
import PostalMime from 'postal-mime';
const fields = [
  'ann@example.org (Ann)',
  'ann@example.org (Ann (sales))',
  '"john doe"@example.org',
  'John <"john doe"@example.org>',
];
for (const field of fields) {
  const { from } = await PostalMime.parse(`From: ${field}\r\n\r\nHi\r\n`);
  const [other] = nodemailerParser(field);
  console.log(`${from.address} | ${other.address}`);
}
NODE
node read.mjs >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'ann@example.org | ann@example.org
ann@example.org) | ann@example.org
john doe@example.org | "john doe"@example.org
"john doe"@example.org | "john doe"@example.org' ]
