import type { RelayFacts } from '../../../application/doctor/log-facts.js';
import { relayTroubleOf } from '../../../application/delivery/trouble/relay-trouble.js';
import type { EventCodec } from '../../../application/ports/event-codec.js';
import type { EventStore } from '../../../application/ports/event-store.js';
import type { EmailEvent } from '../../../domain/email/events.js';
import type { Recorded } from '../../../domain/shared/recorded.js';
import { categoryOf } from '../../../domain/shared/stream-name.js';

const pageEvents = 500;
/** What lies further back says nothing of now. */
const mostPages = 20;

/**
 * How the relay is, by the newest events that tell: a claim means that it took sender and recipients, a refusal before
 * them that it takes nothing. Null: it works, or was not asked.
 */
export async function relayFacts({
  store,
  codec,
}: {
  readonly store: Pick<EventStore, 'head' | 'readBack'>;
  readonly codec: EventCodec;
}): Promise<RelayFacts | null> {
  // From the newest to the oldest.
  const troubles: RelayFacts[] = [];
  let from = await store.head();
  for (let page = 0; page < mostPages && from !== undefined; page += 1) {
    const events = await store.readBack(from, pageEvents);
    const emails = codec.decode(events.filter(({ stream }) => categoryOf(stream) === 'email'));
    // Streams of this category hold nothing else.
    for (const recorded of emails as readonly Recorded<EmailEvent>[]) {
      if (isClaimOfRelay(recorded.event)) return summed(troubles);
      const trouble = troubleIn(recorded);
      if (trouble !== undefined) troubles.push(trouble);
    }
    // The last one is read again, and says the same.
    from = events.length < pageEvents ? undefined : events.at(-1)?.position;
  }
  return summed(troubles);
}

function summed(troubles: readonly RelayFacts[]): RelayFacts | null {
  const [newest] = troubles;
  return newest === undefined ? null : { ...newest, since: troubles.at(-1)?.since ?? newest.since };
}

function isClaimOfRelay(event: EmailEvent): boolean {
  return event.type === 'DeliveryAttemptStarted' && event.data.mxSet === 'relay';
}

function troubleIn({ event, metadata }: Recorded<EmailEvent>): RelayFacts | undefined {
  const isDeferred = event.type === 'DeliveryDeferred' && event.data.mxSet === 'relay';
  const isBounced = event.type === 'EmailBounced' && event.data.answeredBy === 'relay';
  if (!isDeferred && !isBounced) return undefined;
  const { step, code } = event.data.reply;
  const kind = relayTroubleOf({ step, code });
  return kind && { kind, code, since: metadata.time };
}
