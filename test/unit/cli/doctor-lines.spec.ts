import { finding } from '../../../src/application/doctor/finding.js';
import { describeBriefly } from '../../../src/programs/cli/doctor/describe-report.js';

const error = (code: string) => finding('error', code, `${code} is wrong.`, 'Fix it.');
const warning = (code: string) => finding('warning', code, `${code} is odd.`, 'Look at it.');
const note = (code: string) => finding('note', code, `${code} is so.`, 'Nothing.');
const many = (count: number) => Array.from({ length: count }, (_, index) => warning(`w${index}`));

describe('what doctor says first', () => {
  it.each([
    ['nothing', [], ['No problems found.', 'Figures: posthorn doctor --all']],
    ['notes alone', [note('n')], ['No problems found, 1 note.', '1 note, and figures: posthorn doctor --all']],
    [
      'the worst first, with the remedy',
      [error('disk-full-soon'), warning('webhook-lags')],
      [
        '1 error, 1 warning.',
        'error    disk-full-soon: disk-full-soon is wrong. Fix it.',
        'warning  webhook-lags: webhook-lags is odd. Look at it.',
        'Figures: posthorn doctor --all',
      ],
    ],
    [
      'many of a kind once',
      [warning('webhook-failing'), warning('webhook-failing'), warning('webhook-failing')],
      [
        '0 errors, 3 warnings.',
        'warning  webhook-failing: webhook-failing is odd. (and 2 more like it) Look at it.',
        'Figures: posthorn doctor --all',
      ],
    ],
  ])('is %s', (_name, findings, lines) => {
    expect(describeBriefly(findings).split('\n')).toEqual(lines);
  });

  it.each([7, 8, 9, 100])('is ten lines at most, of %d kinds', (count) => {
    const lines = describeBriefly([error('first'), ...many(count), note('n')]).split('\n');
    expect(lines.length).toBeLessThanOrEqual(10);
    expect(lines[1]).toContain('first');
    const left = count + 1 - 8;
    expect(lines.at(-1)).toBe(`${left > 0 ? `${left} more and ` : ''}1 note, and figures: posthorn doctor --all`);
  });

  it('keeps a finding of several lines on one', () => {
    const lines = describeBriefly([finding('error', 'two', 'One.\n  Two.', 'Three.\nFour.')]).split('\n');
    expect(lines[1]).toBe('error    two: One. Two. Three. Four.');
  });
});
