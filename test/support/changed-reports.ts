import { performance } from 'node:perf_hooks';
import { readDomainReport } from '../../src/infrastructure/message-reader/domain-reports/read-domain-report.js';
import { dmarcRow, dmarcXml, reportEmail, tlsJson, tlsPolicy, zipped, zips } from './report-samples.js';

const corpus = [
  dmarcXml({ rows: [dmarcRow(), dmarcRow({ ip: '2001:db8::1', spf: 'pass' })] }),
  tlsJson([tlsPolicy(), tlsPolicy('example.com')]),
].map((text) => Buffer.from(text));
/** What the grammars are made of. */
const tokens = [
  '<',
  '>',
  '</',
  '/>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '?>',
  '<!DOCTYPE x [',
  '&',
  '&#',
  ';',
  '"',
]
  .concat(['<record>', '</record>', '<a b="', '<count>1</count>', '{', '}', '[', ']', ':', ',', '"policies":', '1e999'])
  .concat(['\\u0000', '\0', ' '.repeat(200), '<a>'.repeat(40), '[['.repeat(500), 'PK\u0001\u0002', 'PK\u0005\u0006'])
  .map((token) => Buffer.from(token, 'latin1'));

/** The same numbers for the same seed. */
export function numbersOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function changed(bytes: Buffer, next: (below: number) => number): Buffer {
  let text = bytes;
  for (let rounds = 1 + next(6); rounds > 0; rounds -= 1) {
    const at = next(text.length + 1);
    const token = tokens[next(tokens.length)] ?? Buffer.alloc(0);
    const other = corpus[next(corpus.length)] ?? text;
    const from = next(other.length);
    const pieces = [Buffer.alloc(0), token, Buffer.from([next(256)]), other.subarray(from, from + next(400))];
    text = Buffer.concat([text.subarray(0, at), pieces[next(4)] ?? token, text.subarray(at + next(2) * next(40))]);
  }
  return text;
}

/** Changed reports, as they are, packed, and changed after they were packed. */
function changedEmail(next: (below: number) => number): Buffer {
  const text = changed(corpus[next(corpus.length)] ?? Buffer.alloc(0), next);
  const packed = zipped(text.toString('latin1'));
  const zip = zips[next(zips.length)] ?? packed;
  return reportEmail([text, packed, changed(packed, next), changed(zip, next)][next(4)] ?? text);
}

/** Reads so many; what is still a report is within its bounds. @returns the longest time, in ms, and how many are */
export async function readChangedReports(seed: number, cases: number) {
  const next = numbersOf(seed);
  let worstMs = 0;
  let reports = 0;
  for (let made = 0; made < cases; made += 1) {
    const email = changedEmail(next);
    const startedAt = performance.now();
    const report = await readDomainReport(email);
    worstMs = Math.max(worstMs, performance.now() - startedAt);
    if (report === undefined) continue;
    reports += 1;
    const counts = report.kind === 'dmarc' ? report.said.rows.map(({ messages }) => messages) : [];
    if (!counts.every((count) => Number.isSafeInteger(count) && count > 0)) throw new Error('a count is none');
    if (report.said.organization.length > 200) throw new Error('a name is too long');
  }
  return { worstMs, reports };
}
