import type { EmailAccepted, EmailEvent } from '../../domain/email/events.js';
import type { EmailState } from '../../domain/email/state.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import type { HitSeen, TrackingHit, TrackingHitsRecorded } from '../../domain/tracking/events.js';
import {
  type HitJudgement,
  hitRules,
  judgeHit,
  type RulesVersion,
  type SeenHit,
} from '../../domain/tracking/judge-hit.js';
import type { TrackingSealer } from '../ports/tracking-sealer.js';
import type { Loaded } from '../shared/handle.js';
import { hitKid } from './track-body.js';

/** A hit as it is in the log, what was seen of it sealed. */
export interface SealedHit {
  readonly hit: TrackingHit;
  readonly sealed: string;
}

/** A hit, what was seen of it, and who caused it. */
export interface JudgedHit {
  readonly hit: TrackingHit;
  readonly seen: HitSeen;
  readonly judgement: HitJudgement;
}

/** A hit that happened around another one, of which no more is known than matters to that. */
export type HitBeside = SeenHit & { readonly recipient: number | null };

export interface JudgePorts {
  readonly trackingSealer: TrackingSealer;
  /** Whether an agent calls itself a program. */
  readonly isBot: (userAgent: string) => boolean;
}

/** The hits of an event, by the email that they are of. */
export function hitsByMail({
  event: { data },
}: Recorded<TrackingHitsRecorded>): ReadonlyMap<string, readonly SealedHit[]> {
  const byMail = new Map<string, SealedHit[]>();
  const seen = reveal(data.seen) ?? [];
  data.hits.forEach((hit, at) => {
    const sealed = seen[at];
    if (sealed === undefined) return;
    const known = byMail.get(hit.emailId);
    if (known === undefined) byMail.set(hit.emailId, [{ hit, sealed }]);
    else known.push({ hit, sealed });
  });
  return byMail;
}

export interface HitsOfMail {
  readonly opening: Recorded<EmailAccepted>;
  readonly hits: readonly SealedHit[];
  /** All that are known of the email, those of `hits` too. */
  readonly known: readonly SealedHit[];
  /** Those that are not among `known`. */
  readonly before: readonly HitBeside[];
}

/** Who caused each hit of an email, by the rules of a version. What was erased is left out. */
export function judgeMail(
  { trackingSealer, isBot }: JudgePorts,
  { events, keyRing }: Pick<Loaded<EmailState, EmailEvent>, 'events' | 'keyRing'>,
  { opening, hits, known, before }: HitsOfMail,
  version: RulesVersion = hitRules,
): readonly JudgedHit[] {
  const accepted = opening.event.data;
  const open = ({ hit, sealed }: SealedHit): readonly (SeenHit & { hit: TrackingHit; seen: HitSeen })[] => {
    const key = keyRing.get(hitKid(accepted, hit.recipient));
    const text = key?.state === 'present' ? trackingSealer.openHit(trackingSealer.hitKey(key.key), sealed) : undefined;
    if (text === undefined) return [];
    // Its seal says that this program wrote it.
    return [{ hit, seen: JSON.parse(text) as HitSeen, atMs: Date.parse(hit.at), link: hit.link }];
  };
  const opened = known.flatMap(open);
  return hits.flatMap(open).map((each) => {
    const { recipient } = each.hit;
    const around = [
      ...before.filter((other) => other.recipient === recipient),
      ...opened.filter(({ hit }) => hit.recipient === recipient),
    ];
    const context = { deliveredAtMs: deliveredAtMs(events, recipient), around, isBot };
    return { hit: each.hit, seen: each.seen, judgement: judgeHit(each, context, version) };
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
