/**
 * Writes src/infrastructure/people/common-passwords/digests.ts anew, from a list of passwords that are tried first:
 *
 *   npm pack @zxcvbn-ts/language-common && tar xzf zxcvbn-ts-language-common-*.tgz
 *   node scripts/common-passwords.js package/src/passwords.json 4.1.3
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const [source = '', version = ''] = process.argv.slice(2);
/** As `minPasswordCharacters`: a shorter one is refused as it is. */
const minCharacters = 10;
const listed = JSON.parse(readFileSync(source, 'utf8')).filter((text) => [...text].length >= minCharacters);
const digestOf = (text) => createHash('sha256').update(text.toLowerCase()).digest('base64url').slice(0, 8);
const digests = [...new Set(listed.map(digestOf))].sort();
writeFileSync(
  'src/infrastructure/people/common-passwords/digests.ts',
  `/**
 * Written by scripts/common-passwords.js; ${digests.length} passwords of at least ${minCharacters} characters from \`passwords.json\` of
 * @zxcvbn-ts/language-common ${version} (MIT, https://github.com/zxcvbn-ts/zxcvbn). Of each the first 48 bits of its SHA-256,
 * since many of them are nothing to read.
 */
export const digests =
  '${digests.join('')}';
`,
);
