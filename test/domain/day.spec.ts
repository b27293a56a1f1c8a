import { day } from '../../src/domain/day/day.js';
import type { DayClosed } from '../../src/domain/day/events.js';
import { specOf } from '../support/decider-spec.js';
import { positionAt } from '../support/recorded-events.js';

describe('the day of a team', () => {
  const { given } = specOf(day);
  const figures = (through: number, domainId = 'd1'): DayClosed['data'] => ({
    teamId: 't1',
    day: '2026-03-02',
    domainId,
    through: positionAt(through),
    quarters: [],
  });
  const closed = (through: number, domainId?: string): DayClosed => ({
    type: 'DayClosed',
    data: figures(through, domainId),
  });
  const close = (through: number, basis: number | null, domainId?: string) =>
    ({
      type: 'CloseDay',
      figures: figures(through, domainId),
      basis: basis === null ? null : positionAt(basis),
    }) as const;

  it('is closed domain by domain', () => {
    given(closed(7))
      .when(close(5, null, 'd2'))
      .then(closed(5, 'd2'));
  });

  it('is closed again where more is known', () => {
    given(closed(7)).when(close(9, 7)).then(closed(9));
    given(closed(7), closed(9)).when(close(12, 9)).then(closed(12));
  });

  it('is closed once up to the same position', () => {
    given(closed(7)).when(close(7, 7)).thenNothing();
    given(closed(7)).when(close(6, 7)).thenNothing();
  });

  it('is repeated as it stands where its log was copied, once', () => {
    const translate = (through: number) => ({ type: 'TranslateDay', figures: figures(through) }) as const;
    given(closed(9)).when(translate(4)).then(closed(4));
    given(closed(9), closed(4)).when(translate(4)).thenNothing();
    given(closed(9), closed(4)).when(close(12, 4)).then(closed(12));
  });

  it('refuses figures that build on older ones, or on none', () => {
    given(closed(7), closed(9)).when(close(12, 7)).thenRefused('figures-moved');
    given(closed(7)).when(close(12, null)).thenRefused('figures-moved');
    given().when(close(12, 7)).thenRefused('figures-moved');
  });
});
