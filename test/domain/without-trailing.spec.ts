import { withoutTrailing } from '../../src/domain/shared/without-trailing.js';

it.each([
  ['a; ; ', 'a'],
  [' ;a', ' ;a'],
  ['; ;', ''],
  ['', ''],
])('takes what stands at the end away: %j', (text, rest) => expect(withoutTrailing(text, ' ;')).toBe(rest));

it('takes no longer for a run that something follows', () => {
  const before = process.cpuUsage().user;
  const text = `${' '.repeat(300_000)}a`;
  expect(withoutTrailing(text, ' ')).toBe(text);
  expect(process.cpuUsage().user - before).toBeLessThan(500_000);
});
