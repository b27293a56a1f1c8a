#!/bin/sh
# Node.js 20.20.2: new TextDecoder('windows-1252').decode(bytes) reads the bytes 80 to 9F as control characters. "€" (80) becomes
# U+0080 and "’" (92) U+0092, where the Encoding Standard's index has the characters. The labels iso-8859-1, latin1 and us-ascii
# mean the same decoder. In pieces, with { stream: true }, it reads them right; { fatal: true } changes nothing.
# Every library that decodes with it inherits that: postal-mime 4.0.0 shows no apostrophe in the "don’t" of such an email.
# Prints code points; succeeds while that is so. Needs Node.js 20.20.2.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund postal-mime@4.0.0

cat >decode.mjs <<'NODE'
import PostalMime from 'postal-mime';
const points = (text) => [...text].map((character) => character.codePointAt(0).toString(16)).join(' ');
const bytes = Uint8Array.of(0x80, 0x92);
console.log('at once:', points(new TextDecoder('windows-1252').decode(bytes)));
console.log('fatal:', points(new TextDecoder('windows-1252', { fatal: true }).decode(bytes)));
const streaming = new TextDecoder('windows-1252');
console.log('in pieces:', points(streaming.decode(bytes, { stream: true }) + streaming.decode()));
console.log('windows-1250:', points(new TextDecoder('windows-1250').decode(bytes)));
const header = 'Content-Type: text/plain; charset=windows-1252\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n';
console.log('postal-mime:', points((await PostalMime.parse(`${header}=80=92`)).text.trim()));
NODE

node decode.mjs >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'at once: 80 92
fatal: 80 92
in pieces: 20ac 2019
windows-1250: 20ac 2019
postal-mime: 80 92' ]
