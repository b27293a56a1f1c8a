import { broadcastMessages as words } from '../../messages/broadcasts';
import { Status, type Tone } from '../../ui/status';
import type { BroadcastRow } from './queries';

const tones: Readonly<Record<keyof typeof words.statuses, Tone>> = {
  draft: 'calm',
  scheduled: 'busy',
  queued: 'busy',
  sent: 'good',
  canceled: 'bad',
  paused: 'warn',
};

/** Where a broadcast stands; one that is paused goes on from there. */
export function BroadcastStatus({ of: { status, paused } }: { readonly of: Pick<BroadcastRow, 'status' | 'paused'> }) {
  const shown = paused ? 'paused' : status;
  return <Status tone={tones[shown]} word={words.statuses[shown]} />;
}
