import { z } from 'zod';
import { event, type EventIn, streams } from '../shared/event.js';

const queueTarget = z.object({
  kind: z.enum(['mx-set', 'destination']),
  /** The MX set's, or the recipient domain's keyed hash, as the mails' events name it. */
  name: z.string(),
});
/** What of the outgoing queue is meant: the mail that goes to one MX set, or to one recipient domain. */
export type QueueTarget = Readonly<z.output<typeof queueTarget>>;

/** Nothing is sent there, from now on until `until` (ISO 8601; null: until it is resumed). Attempts under way go on. */
const queuePaused = event('QueuePaused', {
  data: queueTarget.extend({ reason: z.string(), until: z.string().nullable() }),
  summary: ({ reason, until, ...target }) =>
    `Paused ${inWords(target)}${until === null ? '' : ` until ${until}`}: ${reason}`,
});

const queueResumed = event('QueueResumed', {
  data: queueTarget.extend({ reason: z.string().nullable() }),
  summary: ({ reason, ...target }) => `Resumed ${inWords(target)}${reason === null ? '' : `: ${reason}`}`,
});

export const queueStreams = streams('queue', [queuePaused, queueResumed]);
export type QueueEvent = EventIn<typeof queueStreams>;

function inWords({ kind, name }: QueueTarget): string {
  return kind === 'mx-set' ? `email over the MX set ${name}` : `email to ${name}`;
}

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly queue: true;
  }
}
