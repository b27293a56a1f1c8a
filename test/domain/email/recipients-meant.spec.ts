import { recipientsMeant } from '../../../src/domain/email/reports/recipients-meant.js';
import type { ReportedRecipient } from '../../../src/domain/email/reports/report.js';

const named = (original: string | null, final: string | null): ReportedRecipient => ({
  ...{ original, final, action: 'failed', status: null, reply: null, remoteHost: null },
});
const numbers = (
  reported: readonly ReportedRecipient[],
  addresses: readonly (string | null)[],
  only: number | null = addresses.length === 1 ? 0 : null,
) => recipientsMeant(reported, addresses, only).map(({ recipient }) => recipient);

describe('whom a report means', () => {
  const two = ['ada@one.test', 'bo@two.test'];

  it.each<
    readonly [
      what: string,
      reported: ReportedRecipient,
      addresses: readonly (string | null)[],
      right: readonly number[],
    ]
  >([
    ['its final recipient', named(null, 'bo@two.test'), two, [1]],
    ['the original, where an alias led elsewhere', named('ada@one.test', 'x@three.test'), two, [0]],
    ['the original, where another recipient is behind the alias', named('ada@one.test', 'bo@two.test'), two, [0]],
    ['the only one, where it names the place behind an alias', named(null, 'x@three.test'), ['ada@one.test'], [0]],
    ['the only one, where it names none', named(null, null), ['ada@one.test'], [0]],
    ['none, where it names a stranger and there are several', named(null, 'x@three.test'), two, []],
    ['none, where it names none and there are several', named(null, null), two, []],
    ['none that was erased', named(null, null), [null], []],
  ])('is %s', (_what, reported, addresses, right) => {
    expect(numbers([reported], addresses)).toEqual(right);
  });

  it('is the one of the return path, whatever it names', () => {
    expect(numbers([named(null, 'x@three.test')], two, 1)).toEqual([1]);
  });

  it('is the one of what names it, before what names another behind its alias', () => {
    const reported = [named(null, 'x@three.test'), named(null, 'bo@two.test')];
    expect(recipientsMeant(reported, two, 1)).toEqual([{ recipient: 1, reported: reported[1], isAlias: false }]);
  });

  it('is known to have an alias where it names another place', () => {
    const found = recipientsMeant([named('ada@one.test', 'x@three.test'), named(null, 'bo@two.test')], two, null);
    expect(found.map(({ isAlias }) => isAlias)).toEqual([true, false]);
  });

  it('is each of its recipients once', () => {
    const reported = [named(null, 'bo@two.test'), named(null, 'ada@one.test'), named(null, 'bo@two.test')];
    expect(numbers(reported, two)).toEqual([1, 0]);
  });
});
