import { addressOf } from '../../../src/domain/email/reports/status-fields.js';

it('reads an address that is folded, with a comment behind', () =>
  expect(addressOf('rfc822;\n a@b.example (comment)\n')).toBe('a@b.example'));

it('reads a field of a stranger at once, however many blanks are in it', () => {
  const before = process.cpuUsage().user;
  for (const blank of [' ', '\n ', ' (']) addressOf(`rfc822; a${blank.repeat(60_000)}b`);
  expect(process.cpuUsage().user - before).toBeLessThan(1_500_000);
});
