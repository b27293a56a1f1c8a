import { parse, unparse } from 'papaparse';
import { readRows } from '../../../src/application/import/csv-rows.js';
import { FileHead } from '../../../src/application/import/file-head.js';
import fc from '../../support/properties.js';

const whole = (text: string, separator = ',') =>
  readRows(text, { separator, line: 1, isLast: true, maxRows: Number.POSITIVE_INFINITY });
const cellsOf = (text: string, separator = ',') => whole(text, separator).rows.map(({ cells }) => cells);

const written = (rows: string[][]) => (rows.length === 0 ? '' : `${unparse(rows, { newline: '\r\n' })}\r\n`);
const cell = fc.string({ unit: fc.constantFrom('a', 'ü', ',', '"', '\n', '\r', ' ', ';'), maxLength: 8 });
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 8 });

describe('rows of CSV', () => {
  it('are what was written, by another program too', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const text = written(rows);
        expect(cellsOf(text)).toEqual(rows);
        expect(cellsOf(text)).toEqual(parse<string[]>(text, { skipEmptyLines: true, delimiter: ',' }).data);
      }),
    );
  });

  it('come to the same in one piece or in two, with their lines', () => {
    fc.assert(
      fc.property(table, fc.nat(), (rows, cut) => {
        const text = written(rows);
        const at = text.length === 0 ? 0 : cut % text.length;
        const options = { separator: ',', maxRows: Number.POSITIVE_INFINITY };
        const first = readRows(text.slice(0, at), { ...options, line: 1, isLast: false });
        const second = readRows(text.slice(first.end), { ...options, line: first.line, isLast: true });
        expect([...first.rows, ...second.rows]).toEqual(whole(text).rows);
        expect(first.end + second.end).toBe(text.length);
        expect(second.line).toBe(whole(text).line);
      }),
    );
  });

  it.each([
    [
      'any end of a line',
      'a,b\nc,d\r\ne,f\rg,h',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
        ['g', 'h'],
      ],
    ],
    ['empty lines are none', '\n\na\n\r\n', [['a']]],
    ['quotes within a cell', 'a"b,"c"d,"e""f"', [['a"b', 'cd', 'e"f']]],
    [
      'an empty cell at the end',
      'a,\n,',
      [
        ['a', ''],
        ['', ''],
      ],
    ],
  ])('%s', (_name, text, rows) => expect(cellsOf(text)).toEqual(rows));

  it('say where a quote is never closed', () => {
    expect(whole('a\n"b\nc').rows).toMatchObject([{ line: 1 }, { line: 2, cells: ['b\nc'], isCutOff: true }]);
  });
});

describe('the head of a file', () => {
  const layoutOf = (...chunks: readonly Buffer[]) => {
    const head = new FileHead();
    for (const chunk of chunks) head.add(chunk);
    const read = head.layout();
    return 'refused' in read ? read.refused : read.layout;
  };

  it('says separator, encoding and where the rows begin', () => {
    expect(layoutOf(Buffer.from('email;"a;b"\r\nx;y'))).toEqual({
      encoding: 'utf-8',
      separator: ';',
      header: ['email', 'a;b'],
      rowsAt: { byte: 13, line: 2 },
      width: 2,
    });
    const utf16 = Buffer.from('\ufeffemail\tn\nx\ty\n', 'utf16le');
    expect(layoutOf(utf16)).toMatchObject({ encoding: 'utf-16le', separator: '\t', rowsAt: { byte: 18 } });
    expect(layoutOf(Buffer.from(utf16).swap16())).toMatchObject({ encoding: 'utf-16be', rowsAt: { byte: 18 } });
  });

  it('finds that a file is not UTF-8 also far behind its beginning, and that a character was cut in two is no sign', () => {
    const long = Buffer.from(`email\n${'x\n'.repeat(200_000)}`);
    const letter = Buffer.from('ü');
    expect(layoutOf(long, Buffer.from('\xfc', 'latin1'))).toMatchObject({ encoding: 'windows-1252' });
    expect(layoutOf(long, letter.subarray(0, 1), letter.subarray(1))).toMatchObject({ encoding: 'utf-8' });
    expect(layoutOf(long, letter.subarray(0, 1))).toMatchObject({ encoding: 'windows-1252' });
    expect(layoutOf()).toBe('no-header');
  });
});
