import { email, mostHits } from '../../domain/email/email.js';
import type { EmailAccepted, EmailClicked, EmailOpened, EmailEvent } from '../../domain/email/events.js';
import type { EmailState } from '../../domain/email/state.js';
import { type Kid, plain } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { TrackingHitsRecorded } from '../../domain/tracking/events.js';
import { burstMs, hitRules } from '../../domain/tracking/judge-hit.js';
import type { StoredEvent } from '../ports/event-store.js';
import type { KeyStore } from '../ports/vault.js';
import { Backlog } from '../shared/backlog.js';
import { delay } from '../shared/delay.js';
import { handle, load, type Loaded, type LogPorts } from '../shared/handle.js';
import { type DeclaredProcessManager, eachInTurn, type ProcessManager } from '../shared/run-process-manager.js';
import { type HitBeside, hitsByMail, type JudgedHit, judgeMail, type JudgePorts, type SealedHit } from './mail-hits.js';
import { hitKid } from './track-body.js';
import { acceptedIn } from '../../domain/email/accepted-in.js';

export type HitJudgePorts = LogPorts & JudgePorts & { readonly keys: Pick<KeyStore, 'getMany'> };

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

/** The hits of an event: a team's, by the mail that they are of. */
interface ReadHits {
  readonly teamId: string | null;
  readonly byMail: ReadonlyMap<string, readonly SealedHit[]>;
}

/**
 * Says of each hit whether a person caused it, in the stream of its mail. It waits for as long as hits are looked at
 * together, so that those that came after it are known; a mail that is erased or no longer kept gets none.
 */
export function createHitJudge(ports: HitJudgePorts, heldAtMost = mostHeldCharacters): ProcessManager {
  const backlog = new Backlog<{ readonly stored: StoredEvent; readonly fromMs: number }>();
  /** By the event's id, for as long as it is in the backlog. */
  const read = new Map<string, ReadHits>();
  let heldCharacters = 0;

  async function readNoted(): Promise<void> {
    const unread = backlog.entries().flatMap(([id, { stored }]) => (read.has(id) ? [] : [stored]));
    for (let at = 0; at < unread.length; at += eventsAtOnce) {
      const taken = unread.slice(at, at + eventsAtOnce);
      const keyRing = await ports.keys.getMany(ports.codec.kids(taken));
      for (const recorded of ports.codec.decode<TrackingHitsRecorded>(taken, keyRing)) {
        read.set(recorded.id, { teamId: recorded.metadata.teamId, byMail: hitsByMail(recorded) });
      }
    }
  }

  /** Those of a mail that are to be judged, beside all that are known. */
  async function judge(emailId: string, hits: readonly SealedHit[], teamId: string | null): Promise<void> {
    const stream = streamName('email', emailId);
    const loaded = await load(ports, email, stream, true);
    const opening = acceptedIn(loaded.events);
    // A token is of the team whose key sealed it; its mail is too.
    if (opening?.metadata.teamId !== teamId) return;
    const { region, correlationId } = opening.metadata;
    const recorded = loaded.state !== null && 'hits' in loaded.state ? (loaded.state.hits ?? []) : [];
    // In a flood only so many are opened: what is beyond would not be recorded.
    const fresh = hits.filter(({ hit }) => !recorded.includes(hit.id)).slice(0, mostHits - recorded.length);
    const first = fresh[0];
    if (first === undefined || recorded.length >= mostHits) return;
    const known = [...read.values()].flatMap(({ byMail }) => byMail.get(emailId) ?? []);
    const from = Date.parse(first.hit.at) - burstMs;
    const around = known.filter(({ hit }) => Date.parse(hit.at) >= from).slice(0, mostAround);
    const facts = factsOf(ports, loaded, opening, fresh, around);
    if (facts.length === 0) return;
    const context = { teamId, actor: { kind: 'system', id: hitJudge.name }, correlationId } as const;
    const command = { type: 'RecordHits', hits: facts } as const;
    const options = { loaded, personal: true };
    const written = await handle(ports, email, stream, command, { context, region }, options);
    if ('refused' in written) throw new Error('the event log cannot be written');
  }

  return {
    ...hitJudge,
    backlog,
    note(stored) {
      if (backlog.add(stored.id, { stored, fromMs: ports.clock.now() })) heldCharacters += stored.data.length;
    },
    async room(signal) {
      while (heldCharacters > heldAtMost && !signal.aborted) await delay(roomEveryMs, signal);
    },
    async act() {
      const now = ports.clock.now();
      const ripe = backlog.entries().filter(([, { fromMs }]) => fromMs + burstMs <= now);
      if (ripe.length === 0) return;
      await readNoted();
      await eachInTurn(ripe, async ([id, { stored }]) => {
        const { teamId = null, byMail = [] } = read.get(id) ?? {};
        await eachInTurn(byMail, ([emailId, hits]) => judge(emailId, hits, teamId));
        backlog.finish(id);
        read.delete(id);
        heldCharacters -= stored.data.length;
      });
    },
  };
}

const eventsAtOnce = 20;
/** A flood waits in the log, and hits of its moments may be judged apart. */
const mostHeldCharacters = 16 * 1024 * 1024;
const roomEveryMs = 250;
/** Hits of one email that are looked at together: enough to know a program by. */
const mostAround = 1_000;

function factsOf(
  ports: HitJudgePorts,
  loaded: Pick<Loaded<EmailState, EmailEvent>, 'events' | 'keyRing'>,
  opening: Recorded<EmailAccepted>,
  hits: readonly SealedHit[],
  known: readonly SealedHit[],
): readonly (EmailOpened | EmailClicked)[] {
  const judged = judgeMail(ports, loaded, { opening, hits, known, before: earlierHits(loaded.events) });
  return judged.map((each) => factOf(each, hitKid(opening.event.data, each.hit.recipient)));
}

function factOf({ hit, seen, judgement }: JudgedHit, kid: Kid): EmailOpened | EmailClicked {
  const { id: hitId, at, recipient, link } = hit;
  const common = { hitId, at, recipient, ...judgement, rules: hitRules };
  const { ipAddress, userAgent, url = '' } = seen;
  return link === null
    ? { type: 'EmailOpened', data: { ...common, seen: plain(kid, { ipAddress, userAgent }) } }
    : { type: 'EmailClicked', data: { ...common, link, seen: plain(kid, { ipAddress, userAgent, url }) } };
}

/** Those that were judged before, as far as they matter to later ones. */
function earlierHits(events: readonly Recorded[]): readonly HitBeside[] {
  return events.flatMap(({ event }) => {
    if (event.type !== 'EmailOpened' && event.type !== 'EmailClicked') return [];
    // The type of an event names its shape.
    const { data } = event as EmailOpened | EmailClicked;
    const link = 'link' in data ? data.link : null;
    const method = data.sign === 'head_request' ? ('HEAD' as const) : ('GET' as const);
    return [{ atMs: Date.parse(data.at), link, seen: { method, userAgent: '' }, recipient: data.recipient }];
  });
}
