import type { EmailClicked, EmailOpened } from '../../domain/email/events.js';
import { email } from '../../domain/email/email.js';
import type { Position, Recorded } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { TrackingHitsRecorded } from '../../domain/tracking/events.js';
import type { HitCause, HitJudgement, RulesVersion } from '../../domain/tracking/judge-hit.js';
import type { KeyStore } from '../ports/vault.js';
import { load, type LogPorts } from '../shared/handle.js';
import { hitsByMail, judgeMail, type JudgePorts, type SealedHit } from './mail-hits.js';
import { acceptedIn } from '../../domain/email/accepted-in.js';

export type RejudgePorts = LogPorts & JudgePorts & { readonly keys: Pick<KeyStore, 'getMany'> };

/** A hit, as it was judged when it came and as the other rules judge it. */
export interface ComparedHit {
  readonly teamId: string;
  readonly emailId: string;
  readonly hitId: string;
  /** ISO 8601. */
  readonly at: string;
  readonly recipient: number | null;
  readonly link: number | null;
  readonly was: HitJudgement & { readonly rules: number };
  readonly is: HitJudgement;
}

export interface Comparison {
  readonly rules: RulesVersion;
  /** Most hits first. */
  readonly counts: readonly { readonly was: HitCause; readonly is: HitCause; readonly hits: number }[];
  /** Raw hits that nothing can be said of: erased, gone with retention, or beyond what is recorded of one email. */
  readonly unknown: number;
}

const pageEvents = 200;
/** What is looked at in one run, for all hits of an email must be known before one is judged. */
export const mostHits = 500_000;

/**
 * What the rules of a version say of the raw hits that are kept, beside what was said when they came. Nothing is
 * changed.
 * @param onHit called with each hit that was compared, email by email
 * @returns undefined when there are more than {@link mostHits}
 */
export async function rejudge(
  ports: RejudgePorts,
  { rules, sinceMs }: { readonly rules: RulesVersion; readonly sinceMs: number },
  onHit: (hit: ComparedHit) => void,
): Promise<Comparison | undefined> {
  const raw = await rawHits(ports, sinceMs);
  if (raw === undefined) return undefined;
  const counts = new Map<string, { was: HitCause; is: HitCause; hits: number }>();
  let unknown = 0;
  for (const [emailId, hits] of raw) {
    const compared = await compareMail(ports, emailId, hits, rules);
    unknown += hits.length - compared.length;
    for (const each of compared) {
      const { was, is } = each;
      const key = `${was.judged} ${is.judged}`;
      const count = counts.get(key) ?? { was: was.judged, is: is.judged, hits: 0 };
      counts.set(key, count);
      count.hits += 1;
      onHit(each);
    }
  }
  return { rules, counts: [...counts.values()].sort((left, right) => right.hits - left.hits), unknown };
}

async function rawHits(
  { store, keys, codec }: RejudgePorts,
  sinceMs: number,
): Promise<ReadonlyMap<string, readonly SealedHit[]> | undefined> {
  const byMail = new Map<string, SealedHit[]>();
  const filter = { categories: ['trackinglog'], types: ['TrackingHitsRecorded'] } as const;
  let size = 0;
  let after: Position | undefined;
  for (let atEnd = false; !atEnd; ) {
    const page = await store.readAll({ limit: pageEvents, filter, ...(after === undefined ? {} : { after }) });
    const keyRing = await keys.getMany(codec.kids(page.events));
    // The filter lets no other type through.
    for (const recorded of codec.decode<TrackingHitsRecorded>(page.events, keyRing)) {
      for (const [emailId, hits] of hitsByMail(recorded)) {
        const wanted = hits.filter(({ hit }) => Date.parse(hit.at) >= sinceMs);
        if (wanted.length === 0) continue;
        size += wanted.length;
        const known = byMail.get(emailId);
        if (known === undefined) byMail.set(emailId, wanted);
        else for (const each of wanted) known.push(each);
      }
    }
    if (size > mostHits) return undefined;
    after = page.position ?? after;
    atEnd = page.atEnd;
  }
  return byMail;
}

async function compareMail(
  ports: RejudgePorts,
  emailId: string,
  hits: readonly SealedHit[],
  rules: RulesVersion,
): Promise<readonly ComparedHit[]> {
  const loaded = await load(ports, email, streamName('email', emailId), true);
  const opening = acceptedIn(loaded.events);
  if (opening === undefined) return [];
  const { teamId } = opening.metadata;
  const facts = new Map(loaded.events.flatMap(factIn));
  // What was never recorded has nothing to be compared with: of a flood that is nearly all.
  const recorded = hits.filter(({ hit }) => facts.has(hit.id));
  const judged = judgeMail(ports, loaded, { opening, hits: recorded, known: hits, before: [] }, rules);
  return judged.flatMap(({ hit: { id: hitId, at, recipient, link }, judgement: is }): readonly ComparedHit[] => {
    const was = facts.get(hitId);
    return was === undefined || teamId === null ? [] : [{ teamId, emailId, hitId, at, recipient, link, was, is }];
  });
}

function factIn({ event }: Recorded): readonly (readonly [hitId: string, ComparedHit['was']])[] {
  if (event.type !== 'EmailOpened' && event.type !== 'EmailClicked') return [];
  // The type of an event names its shape.
  const { hitId, judged, sign, rules } = (event as EmailOpened | EmailClicked).data;
  return [[hitId, { judged, sign, rules }]];
}
