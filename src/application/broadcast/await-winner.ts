import { winnerBeing } from '../../domain/broadcast/ab-test.js';
import type { Broadcast, BroadcastCommand } from '../../domain/broadcast/broadcast.js';
import type { Ports } from '../shared/ports.js';
import { testFiguresOf } from './test-figures.js';

const hourMs = 3_600_000;

/**
 * What is to be said of a test whose emails are all opened, or until when there is nothing to say. `lastNotedMs`: when
 * the last of them were.
 */
export async function nextOfTest(
  ports: Pick<Ports, 'readStore' | 'clock'>,
  broadcastId: string,
  { teamId, sentAs, judgesAt }: Broadcast,
  lastNotedMs: number,
): Promise<BroadcastCommand | { readonly untilMs: number }> {
  const { winnerBy, hours } = sentAs?.test ?? { winnerBy: 'manual', hours: 0 };
  if (winnerBy === 'manual') {
    return judgesAt === undefined
      ? { type: 'NoteTestOpened', teamId, judgesAt: null }
      : { untilMs: Number.POSITIVE_INFINITY };
  }
  if (judgesAt == null) {
    return { type: 'NoteTestOpened', teamId, judgesAt: new Date(lastNotedMs + hours * hourMs).toISOString() };
  }
  const atMs = Date.parse(judgesAt);
  if (atMs > ports.clock.now()) return { untilMs: atMs };
  const figures = await testFiguresOf(ports, broadcastId);
  return { type: 'ChooseWinner', teamId, variant: winnerBeing(winnerBy, figures), because: winnerBy, figures };
}
