import { email } from '../../domain/email/email.js';
import type { EmailAccepted, EmailClicked, EmailOpened } from '../../domain/email/events.js';
import type { EmailState } from '../../domain/email/state.js';
import { plain, reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { HitSeen, TrackingHit, TrackingHitsRecorded } from '../../domain/tracking/events.js';
import { burstMs, hitRules, judgeHit, type SeenHit } from '../../domain/tracking/judge-hit.js';
import type { StoredEvent } from '../ports/event-store.js';
import type { TrackingSealer } from '../ports/tracking-sealer.js';
import type { KeyStore } from '../ports/vault.js';
import { Backlog } from '../shared/backlog.js';
import { handle, load, type Loaded, type LogPorts } from '../shared/handle.js';
import { type DeclaredProcessManager, eachInTurn, type ProcessManager } from '../shared/run-process-manager.js';

export type HitJudgePorts = LogPorts & {
  readonly keys: Pick<KeyStore, 'getMany'>;
  readonly trackingSealer: TrackingSealer;
  /** Whether an agent calls itself a program. */
  readonly isBot: (userAgent: string) => boolean;
};

interface HitJudgeNeeds {
  readonly services: { readonly ports: LogPorts } & Pick<HitJudgePorts, 'keys' | 'trackingSealer' | 'isBot'>;
}

/** Its name, what it follows, and what it is made from. */
export const hitJudge = {
  name: 'hit-judge',
  filter: { categories: ['trackinglog'], types: ['TrackingHitsRecorded'] },
  make: ({ services: { ports, keys, trackingSealer, isBot } }: HitJudgeNeeds) =>
    createHitJudge({ ...ports, keys, trackingSealer, isBot }),
} satisfies DeclaredProcessManager;

/** A hit, and what was seen of it once its seal was opened. */
interface OpenedHit extends SeenHit {
  readonly hit: TrackingHit;
  readonly seen: HitSeen;
}

/**
 * Says of each hit whether a person caused it, in the stream of its mail. It waits for as long as hits are looked at
 * together; a mail that is erased or no longer kept gets none.
 */
export function createHitJudge(ports: HitJudgePorts): ProcessManager {
  const backlog = new Backlog<{ readonly stored: StoredEvent; readonly fromMs: number }>();

  async function judge(ripe: readonly StoredEvent[]): Promise<void> {
    const keyRing = await ports.keys.getMany(ports.codec.kids(ripe));
    const byMail = new Map<string, { hit: TrackingHit; sealed: string; teamId: string | null }[]>();
    for (const { event, metadata } of ports.codec.decode(ripe, keyRing) as Recorded<TrackingHitsRecorded>[]) {
      const seen = reveal(event.data.seen) ?? [];
      event.data.hits.forEach((hit, at) => {
        const sealed = seen[at];
        if (sealed === undefined) return;
        const { teamId } = metadata;
        byMail.set(hit.emailId, [...(byMail.get(hit.emailId) ?? []), { hit, sealed, teamId }]);
      });
    }
    await eachInTurn(byMail, ([emailId, hits]) => judgeMail(emailId, hits));
  }

  async function judgeMail(
    emailId: string,
    hits: readonly { readonly hit: TrackingHit; readonly sealed: string; readonly teamId: string | null }[],
  ): Promise<void> {
    const stream = streamName('email', emailId);
    const loaded = await load<EmailState, never>(ports, email, stream, true);
    const opening = loaded.events[0] as Recorded<EmailAccepted> | undefined;
    if (opening?.event.type !== 'EmailAccepted') return;
    const { teamId, region, correlationId } = opening.metadata;
    // A token is of the team whose key sealed it; its mail is too.
    const own = hits.filter((each) => each.teamId === teamId);
    const facts = factsOf(ports, loaded, opening, own);
    if (facts.length === 0) return;
    const provenance = {
      context: { teamId, actor: { kind: 'system', id: hitJudge.name }, correlationId },
      region,
    } as const;
    const written = await handle(ports, email, stream, { type: 'RecordHits', hits: facts }, provenance, { loaded });
    if ('refused' in written) throw new Error('the event log cannot be written');
  }

  return {
    ...hitJudge,
    backlog,
    note(stored) {
      backlog.add(stored.id, { stored, fromMs: ports.clock.now() });
    },
    async act() {
      const now = ports.clock.now();
      const ripe = backlog.entries().filter(([, { fromMs }]) => fromMs + burstMs <= now);
      for (let at = 0; at < ripe.length; at += eventsAtOnce) {
        const taken = ripe.slice(at, at + eventsAtOnce);
        await judge(taken.map(([, { stored }]) => stored));
        for (const [id] of taken) backlog.finish(id);
      }
    },
  };
}

const eventsAtOnce = 20;

function factsOf(
  { trackingSealer, isBot }: HitJudgePorts,
  { events, keyRing }: Pick<Loaded<EmailState>, 'events' | 'keyRing'>,
  { event: { data: accepted } }: Recorded<EmailAccepted>,
  hits: readonly { readonly hit: TrackingHit; readonly sealed: string }[],
): readonly (EmailOpened | EmailClicked)[] {
  const kidOf = (recipient: number | null) =>
    (recipient === null ? undefined : accepted.recipients[recipient]?.mailbox.kid) ?? accepted.body.kid;
  const opened = hits.flatMap(({ hit, sealed }): readonly OpenedHit[] => {
    const key = keyRing.get(kidOf(hit.recipient));
    const text = key?.state === 'present' ? trackingSealer.openHit(trackingSealer.hitKey(key.key), sealed) : undefined;
    // Its seal says that this program wrote it.
    return text === undefined
      ? []
      : [{ hit, seen: JSON.parse(text) as HitSeen, atMs: Date.parse(hit.at), link: hit.link }];
  });
  const before = earlierHits(events);
  return opened.map((each): EmailOpened | EmailClicked => {
    const { hit, seen } = each;
    const isSame = (recipient: number | null): boolean => recipient === hit.recipient;
    const around = [
      ...before.filter(({ recipient }) => isSame(recipient)),
      ...opened.filter((other) => isSame(other.hit.recipient)),
    ];
    const judgement = judgeHit(each, { deliveredAtMs: deliveredAtMs(events, hit.recipient), around, isBot });
    const common = { hitId: hit.id, at: hit.at, recipient: hit.recipient, ...judgement, rules: hitRules };
    const visitor = { ipAddress: seen.ipAddress, userAgent: seen.userAgent };
    const kid = kidOf(hit.recipient);
    return hit.link === null
      ? { type: 'EmailOpened', data: { ...common, seen: plain(kid, visitor) } }
      : {
          type: 'EmailClicked',
          data: { ...common, link: hit.link, seen: plain(kid, { ...visitor, url: seen.url ?? '' }) },
        };
  });
}

/** Those that were judged before, as far as they matter to later ones. */
function earlierHits(events: readonly Recorded[]): readonly (SeenHit & { readonly recipient: number | null })[] {
  return events.flatMap(({ event }) => {
    if (event.type !== 'EmailOpened' && event.type !== 'EmailClicked') return [];
    // The type of an event names its shape.
    const { data } = event as EmailOpened | EmailClicked;
    const link = 'link' in data ? data.link : null;
    const method = data.sign === 'head_request' ? ('HEAD' as const) : ('GET' as const);
    return [{ atMs: Date.parse(data.at), link, seen: { method, userAgent: '' }, recipient: data.recipient }];
  });
}

/** When the receiver took it for this recipient, or for the first of several. */
function deliveredAtMs(events: readonly Recorded[], recipient: number | null): number | null {
  const delivered = events.find(({ event }) => {
    if (event.type !== 'EmailDelivered') return false;
    return recipient === null || (event.data as { readonly recipient: number }).recipient === recipient;
  });
  return delivered === undefined ? null : Date.parse(delivered.metadata.time);
}
