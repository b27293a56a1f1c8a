import type { UsageEvent } from '../../src/domain/usage/events.js';
import { usage } from '../../src/domain/usage/usage.js';
import { specOf } from '../support/decider-spec.js';

describe('the usage of a team', () => {
  const { given } = specOf(usage);
  const closed = (day: string, recipients: number): UsageEvent => ({
    type: 'UsageClosed',
    data: { teamId: 't1', day, recipients },
  });
  const close = (day: string, recipients: number) => ({ type: 'CloseUsage', teamId: 't1', day, recipients }) as const;

  it('is closed day by day', () => {
    given(closed('2026-03-01', 7)).when(close('2026-03-02', 3)).then(closed('2026-03-02', 3));
  });

  it('is closed once with the same figure', () => {
    given(closed('2026-03-01', 7), closed('2026-03-02', 3)).when(close('2026-03-01', 7)).thenNothing();
  });

  it('is closed again where the figure has changed', () => {
    given(closed('2026-03-01', 7)).when(close('2026-03-01', 8)).then(closed('2026-03-01', 8));
    given(closed('2026-03-01', 7), closed('2026-03-01', 8)).when(close('2026-03-01', 7)).then(closed('2026-03-01', 7));
  });

  it('is closed at nothing too', () => {
    given().when(close('2026-03-01', 0)).then(closed('2026-03-01', 0));
  });
});
