import { createHash } from 'node:crypto';
import { RelaxedHash } from 'mailauth/lib/dkim/body/relaxed.js';
import { RelaxedBody } from '../../../src/infrastructure/dkim/canonicalization.js';
import fc, { runs } from '../../support/properties.js';

/** Pieces of bodies in which white space stands wherever it may make a difference. */
const bodies = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom(' ', '  ', '\t', '\r\n', '\r\n\r\n', ' \r\n', '\r\n ', ' \t', '\r\n\t\r\n', '.'),
      },
      { weight: 2, arbitrary: fc.constantFrom('order', 'shipped today', `${'a long line of words '.repeat(20)}end`) },
    ),
    { maxLength: 40 },
  )
  // As it is sent: the last line has its end.
  .map((pieces) => Buffer.from(`${pieces.join('')}\r\n`));

/** The same bytes in pieces that end anywhere. */
const cutBodies = fc.tuple(bodies, fc.array(fc.nat(400), { maxLength: 6 })).map(([body, cuts]) => {
  const ends = [...cuts.map((cut) => Math.min(cut, body.length)), body.length].sort((a, b) => a - b);
  return { body, chunks: ends.map((end, index) => body.subarray(ends[index - 1] ?? 0, end)) };
});

function hashOf(chunks: readonly Buffer[]): string {
  const hash = createHash('sha256');
  const relaxed = new RelaxedBody();
  for (const chunk of chunks) for (const piece of relaxed.write(chunk)) hash.update(piece);
  for (const piece of relaxed.end()) hash.update(piece);
  return hash.digest('base64');
}

function hashOfAnother(body: Buffer): string {
  const hash = new RelaxedHash('sha256');
  hash.update(body);
  return hash.digest('base64');
}

describe('the relaxed body of DKIM, RFC 6376 §3.4.4', () => {
  it('is what another implementation hashes, however the body is cut', () => {
    fc.assert(
      fc.property(cutBodies, ({ body, chunks }) => {
        expect(hashOf(chunks)).toBe(hashOfAnother(body));
      }),
      { numRuns: runs(3_000) },
    );
  });
});
