import { momentOf } from '../../ui/clock';
import type { Replay } from './documents';

/** In per cent, by the time of the events that it has come to. */
export function progressOf(replay: Pick<Replay, 'since' | 'until' | 'reached_at' | 'created_at'>): number {
  const { since, until, reached_at: reached, created_at: asked } = replay;
  if (since === null || reached === null) return 0;
  const start = Date.parse(since);
  const end = until === null ? momentOf(asked).getTime() : Date.parse(until);
  const share = (Date.parse(reached) - start) / (end - start);
  return Number.isFinite(share) ? Math.round(Math.min(Math.max(share, 0), 1) * 100) : 0;
}
