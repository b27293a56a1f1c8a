import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeFailure } from '../../src/domain/email/reports/judge-report.js';
import { readReport, readReturned } from '../../src/infrastructure/message-reader/read-report.js';
import { bounceSamples } from '../support/bounce-samples.js';
import { numbersOf } from '../support/changed-reports.js';

const folder = join(import.meta.dirname, '../fixtures/dsn');
const corpus = [
  ...readdirSync(folder).map((name) => readFileSync(join(folder, name))),
  ...bounceSamples().map(({ message }) => message),
];
/** What the grammars are made of. */
const tokens = [
  '\r\n',
  '\n',
  '--',
  '<',
  '>',
  '@',
  'a@b',
  '550 ',
  '5.1.1',
  '(',
  ';',
  ':',
  '=?utf-8?B?',
  '\0',
  '\\x{',
  '"',
]
  .concat(['=\r\n', '\r\n\r\n', 'boundary=', 'Content-Type: multipart/mixed; boundary="', 'Final-Recipient: rfc822; '])
  .map((token) => Buffer.from(token));
const cases = 20_000;
/** What a changed message may cost in processor time, far above what any does. */
const mostMs = 1_000;

function changed(message: Buffer, next: (below: number) => number): Buffer {
  let bytes = message;
  for (let rounds = 1 + next(8); rounds > 0; rounds -= 1) {
    const at = next(bytes.length + 1);
    const token = tokens[next(tokens.length)] ?? Buffer.alloc(0);
    const other = corpus[next(corpus.length)] ?? message;
    const from = next(other.length);
    const added = [Buffer.alloc(0), token, Buffer.from([next(256)]), other.subarray(from, from + next(2_000))];
    const many = Buffer.concat(Array.from({ length: next(300) }, () => token));
    const piece = [...added, many][next(5)] ?? many;
    bytes = Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + next(2) * next(60))]);
  }
  return bytes;
}

describe('what comes to a return path', () => {
  it.each([1, 2, 3, 4, 5])('is read in bounded time, whatever it is (seed %d)', (seed) => {
    const next = numbersOf(seed);
    let worstMs = 0;
    for (let made = 0; made < cases; made += 1) {
      const message = changed(corpus[next(corpus.length)] ?? Buffer.alloc(0), next);
      const before = process.cpuUsage();
      const report = readReport(message);
      readReturned(message);
      if (report.kind === 'bounce') for (const recipient of report.recipients) judgeFailure(recipient);
      const { user, system } = process.cpuUsage(before);
      worstMs = Math.max(worstMs, (user + system) / 1_000);
    }
    expect(worstMs).toBeLessThan(mostMs);
  });
});
