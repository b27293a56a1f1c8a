import { csvWriter } from '../../src/infrastructure/csv/csv-writer.js';

it.each([
  '=',
  '+',
  '-',
  '@',
  '\t=',
  '\r=',
  '\n=',
  '＝',
  '＋',
  '－',
  '＠',
  '﹦',
  '﹢',
  '﹣',
  '﹫',
  '⁼',
  '⁺',
  '⁻',
  '₌',
  '−',
  '﬩',
])('keeps a cell from being read as a formula: %j', (begin) => {
  const [line = ''] = [csvWriter.lines([[`${begin}1+1`, 'x']])];
  expect(line.replace(/^"/, '')).toMatch(/^'/);
});

it('leaves numbers and other texts as they are', () => {
  expect(csvWriter.lines([[-5, 'a=b', 'x-y', '1+1', null]])).toBe('-5,a=b,x-y,1+1,\r\n');
});
