import { Readable } from 'node:stream';
import { readRows } from '../../src/application/import/csv-rows.js';
import { readFilter } from '../../src/domain/segment/filter.js';
import { boundaryIn, UploadBody } from '../../src/infrastructure/http/edge/upload-body.js';

/** How long it goes on; a minute where nothing is said. */
const minutes = Number(process.env['FUZZ_MINUTES'] ?? '1');
/** One piece of work, without a turn of others between. */
const mostStallMs = 250;
const largest = 4 * 1024 * 1024;
const mostHeldBytes = 256 * 1024 * 1024;

let seed = 7;
const chance = (below: number): number => {
  // A linear congruence: the same inputs at each run.
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed % below;
};
const oneOf = <Item>(items: readonly Item[]): Item => items[chance(items.length)] as Item;
const repeated = (pieces: readonly string[], size: number): string => {
  const piece = Array.from({ length: 1 + chance(4) }, () => oneOf(pieces)).join('');
  return piece.repeat(Math.max(1, Math.floor(size / Math.max(1, piece.length))));
};

const comparison = { type: 'rule', field: 'email', operator: 'exists' };
/** As deep or as wide as the size says. */
function filterOf(size: number): unknown {
  if (chance(2) === 0) return { type: oneOf(['and', 'or']), rules: Array(Math.floor(size / 64) + 1).fill(comparison) };
  let filter: unknown = comparison;
  for (let depth = 0; depth < Math.min(size, 5_000); depth += 1) filter = { type: 'not', rule: filter };
  return filter;
}

const csvPieces = ['"', '""', ',', ';', '\t', '\n', '\r\n', "'", '\\', 'a', 'ä', ' ', '=', '\0'];
const formPieces = ['--x-y', '\r\n', '\r\n\r\n', '--', 'Content-Disposition: form-data; name="', '"', ';', ' ', 'file'];

const kinds: Readonly<Record<string, (size: number) => Promise<void>>> = {
  async filter(size) {
    readFilter(filterOf(size));
  },
  async csv(size) {
    // As much as an import reads at once.
    const text = repeated(csvPieces, Math.min(size, 512 * 1024));
    readRows(text, { separator: oneOf([',', ';', '\t']), line: 1, isLast: true, maxRows: 20 });
  },
  async multipart(size) {
    const form = Buffer.from(`--x-y\r\n${repeated(formPieces, size)}`);
    // As a socket brings them: each in a turn of its own.
    const chunkBytes = Math.max(1, Math.floor(size / 64)) + chance(65_536);
    const chunks = async function* (): AsyncGenerator<Buffer> {
      for (let at = 0; at < form.length; at += chunkBytes) {
        await new Promise((resolve) => setImmediate(resolve));
        yield form.subarray(at, at + chunkBytes);
      }
    };
    const pace = { periodMs: 60_000, minBytesPerSecond: 1 };
    const body = new UploadBody(Readable.from(chunks()), 'x-y', { pace, hold: () => true });
    const take = async (content: AsyncIterable<Buffer>): Promise<void> => {
      for await (const _ of content);
    };
    await body.read({ maxBytes: largest * 2, fields: ['said'], file: 'file', take }).catch((error: unknown) => {
      if (typeof error !== 'object' || error === null || !('statusCode' in error)) throw error;
    });
  },
  async contentType(size) {
    // Header fields have 16 KiB together.
    const typed = repeated(['multipart/form-data', ';', ' ', 'boundary=', '"', 'x'], Math.min(size, 16 * 1024));
    boundaryIn(`multipart/form-data;${typed}`);
  },
};

describe('shapes whose size doubles', () => {
  it.each(Object.keys(kinds))('stop nothing for a quarter of a second, and hold little: %s', async (kind) => {
    const run = kinds[kind];
    if (run === undefined) throw new Error('a kind is in the table');
    const heldBefore = process.memoryUsage().rss;
    const endsAt = Date.now() + (minutes * 60_000) / Object.keys(kinds).length;
    let longestMs = 0;
    let lastTurn = performance.now();
    // What is in the middle of its work has no turn.
    const watch = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - lastTurn - 10);
      lastTurn = performance.now();
    }, 10);
    for (let size = 16; Date.now() < endsAt; size = size >= largest ? 16 : size * 2) {
      await run(size);
      await new Promise((resolve) => setImmediate(resolve));
    }
    clearInterval(watch);
    expect(longestMs).toBeLessThan(mostStallMs);
    expect(process.memoryUsage().rss - heldBefore).toBeLessThan(mostHeldBytes);
  });
});
