import { readLines } from '../../../dashboard/src/rooms/suppressions/import/read-lines.js';
import { cellsOf, csvOf } from '../../../dashboard/src/ui/csv.js';

const now = new Date('2026-03-04T10:00:00Z');
const read = (csv: string) => readLines(cellsOf(csv), now);
const addresses = (csv: string) => read(csv).lines.map(({ email }) => email);

describe('a file of addresses', () => {
  it('is read by the name of its column, wherever that stands, with the lines that an editor shows', () => {
    const { lines, faulty } = read(
      'name,Email,scope\r\n"Ann\nBell",ann@example.com,bulk\r\nBo,bo@example.com,\r\n\r\nCy,not an address,\r\nBo,BO@example.com,\r\n',
    );
    expect(lines).toEqual([
      { line: 2, email: 'ann@example.com', scope: 'bulk' },
      { line: 4, email: 'bo@example.com', scope: null },
    ]);
    expect(faulty).toEqual([
      { line: 6, text: 'not an address', why: 'invalid' },
      { line: 7, text: 'BO@example.com', why: 'duplicate' },
    ]);
  });

  it('may be one address a line, and separated as spreadsheets do', () => {
    expect(addresses('ann@example.com\nbo@example.com')).toEqual(['ann@example.com', 'bo@example.com']);
    expect(addresses('\uFEFFaddress;note\r\nann@example.com;left\r\nbo@example.com;left\r\n')).toEqual([
      'ann@example.com',
      'bo@example.com',
    ]);
  });

  it('that was exported here is read again, without what has expired', () => {
    const row = (email: string, expiresAt: string | null) => ({ email, expires_at: expiresAt, scope: 'all' });
    const csv = csvOf(
      ['email', 'expires_at', 'scope'],
      [row('=ann@example.com', null), row('bo@example.com', '2026-03-03 10:00:00.000000+00')],
    );
    expect(csv).not.toContain('\n=');
    const { lines, faulty } = read(csv);
    expect(lines).toEqual([{ line: 2, email: '=ann@example.com', scope: 'all' }]);
    expect(faulty).toEqual([{ line: 3, text: 'bo@example.com', why: 'expired' }]);
  });
});
