import { DirectDelivery } from '../../../application/delivery/trouble/direct-delivery.js';
import {
  lookupSignOf,
  type MxSign,
  mxSignOf,
  type MxTroubleKind,
} from '../../../application/delivery/trouble/mx-trouble.js';
import type { DirectFacts } from '../../../application/doctor/log-facts.js';
import { hourMs } from '../../../application/doctor/units.js';
import type { EventCodec } from '../../../application/ports/event-codec.js';
import type { EventStore } from '../../../application/ports/event-store.js';
import type { EmailEvent } from '../../../domain/email/events.js';
import type { Recorded } from '../../../domain/shared/recorded.js';
import { categoryOf } from '../../../domain/shared/stream-name.js';

const pageEvents = 500;
/** What lies further back says nothing of now. */
const mostPages = 20;
const mostAgeMs = hourMs;

/**
 * What keeps email from receivers in general, by the newest events: the same watch as in a server hears them again, the
 * oldest first.
 */
export async function directFacts(
  { store, codec }: { readonly store: Pick<EventStore, 'head' | 'readBack'>; readonly codec: EventCodec },
  nowMs: number,
): Promise<readonly DirectFacts[]> {
  const open = new Map<MxTroubleKind, DirectFacts>();
  let atMs = 0;
  const watch = new DirectDelivery(
    { now: () => atMs },
    {
      onTrouble: (kind) => open.set(kind, { kind, since: new Date(atMs).toISOString() }),
      onRecovered: (kind) => open.delete(kind),
    },
  );
  for (const { event, metadata } of (await newestEmailEvents({ store, codec }, nowMs)).toReversed()) {
    atMs = Date.parse(metadata.time);
    hear(watch, event);
  }
  return [...open.values()];
}

async function newestEmailEvents(
  { store, codec }: { readonly store: Pick<EventStore, 'head' | 'readBack'>; readonly codec: EventCodec },
  nowMs: number,
): Promise<readonly Recorded<EmailEvent>[]> {
  const found: Recorded<EmailEvent>[] = [];
  let from = await store.head();
  for (let page = 0; page < mostPages && from !== undefined; page += 1) {
    // The last one of a page is read again as the first of the next.
    const events = (await store.readBack(from, pageEvents)).slice(page === 0 ? 0 : 1);
    // Streams of this category hold nothing else.
    const emails = codec.decode<EmailEvent>(events.filter(({ stream }) => categoryOf(stream) === 'email'));
    found.push(...emails.filter(({ metadata }) => nowMs - Date.parse(metadata.time) < mostAgeMs));
    from = found.length === 0 && page > 0 ? undefined : events.at(-1)?.position;
    if (events.length < pageEvents - 1) break;
  }
  return found;
}

function hear({ lookups, transactions }: DirectDelivery, event: EmailEvent): void {
  switch (event.type) {
    case 'DeliveryAttemptStarted': {
      const { mxSet, destinations } = event.data;
      if (!mxSet.startsWith('mx-')) return;
      for (const destination of destinations) lookups.note(destination, 'answers');
      transactions.note(mxSet, 'answers');
      return;
    }
    case 'DeliveryDeferred': {
      const { mxSet, destination, reply, judgement } = event.data;
      // Without a set, and not for the DNS: its set was left alone, which says no more than the attempt before.
      if (mxSet === null) {
        if (reply.step === 'dns') lookups.note(destination, lookupSignOf(reply));
        return;
      }
      if (!mxSet.startsWith('mx-')) return;
      lookups.note(destination, 'answers');
      note(transactions, mxSet, mxSignOf({ ...reply, kind: judgement?.kind ?? null }));
      return;
    }
    case 'EmailBounced': {
      const { destination, reply, judgement, answeredBy } = event.data;
      if (answeredBy !== 'mx') return;
      lookups.note(destination, 'answers');
      // A bounce does not name its set of hosts; the domain stands for it.
      note(transactions, destination, mxSignOf({ ...reply, kind: judgement?.kind ?? null }));
      return;
    }
    default:
      return;
  }
}

function note(watch: DirectDelivery['transactions'], receiver: string, sign: MxSign | undefined): void {
  if (sign !== undefined) watch.note(receiver, sign);
}
