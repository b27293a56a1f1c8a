import type { AudienceMember } from '../../domain/broadcast/audience.js';
import type { Excluding } from '../../domain/broadcast/events.js';
import type { LocalTime } from '../../domain/broadcast/local-time.js';
import type { ContactEvent } from '../../domain/contact/events.js';
import { type Summaries, summariesIn } from '../../domain/shared/event.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { type AddressPorts, contactsOfAddress, contactStream } from '../contact/contact-streams.js';
import { nextTurn } from '../shared/delay.js';
import type { Ports } from '../shared/ports.js';
import { broadcastOfTeam, loadAudience } from './broadcast-streams.js';
import { profileAt } from './known-then.js';
import { fateOf, type MemberFate } from './proof.js';

/** One fact, with the event that says it. */
interface WhyStep {
  readonly eventId: string;
  /** ISO 8601. */
  readonly at: string;
  readonly said: string;
}

/** Why somebody got a broadcast, or did not. */
export interface WhyMe {
  /** `not-in-audience`: no contact with the address was in the segment when it was sent. */
  readonly outcome: MemberFate['fate'] | 'not-in-audience';
  readonly reason: string | null;
  readonly contactId: string | null;
  readonly emailId: string | null;
  /** Membership, what the person said, and what became of the email, in this order. */
  readonly steps: readonly WhyStep[];
}

export interface AskWhy {
  readonly teamId: string;
  readonly broadcastId: string;
  readonly address: string;
}

export type WhyPorts = AddressPorts & Pick<Ports, 'resources'>;

/** @returns undefined where the team has no such broadcast, or it was never sent. */
export async function whyMe(ports: WhyPorts, { teamId, broadcastId, address }: AskWhy): Promise<WhyMe | undefined> {
  const loaded = await broadcastOfTeam(ports, teamId, broadcastId);
  if (loaded === undefined || loaded.state.sentAs === null) return undefined;
  const summary = summariesIn(ports.resources.flatMap(({ streams }) => streams));
  const contactIds = await contactsOfAddress(ports, teamId, address);
  const chunks = loaded.state.audience?.chunks ?? 0;
  for (let chunk = 0; chunk < chunks && contactIds.length > 0; chunk += 1) {
    await nextTurn();
    const { state, events } = await loadAudience(ports, broadcastId, chunk);
    const [opening] = events;
    if (state === null || opening === undefined) continue;
    const member = state.frozen.members.findIndex(({ contactId }) => contactIds.includes(contactId));
    const found = state.frozen.members[member];
    if (found === undefined) continue;
    const { fate, reason, emailId } = await fateOf(ports, loaded.state, {
      audience: state,
      chunkId: opening.id,
      member,
    });
    const place = `In segment ${loaded.state.sentAs.segmentId} when it was sent: member ${member} of chunk ${chunk}${partOf(found)}`;
    const { topicId, localTime, excluding } = loaded.state.sentAs;
    const due = localTime === undefined ? undefined : await dueSaid(ports, found, localTime);
    const frozen = { eventId: opening.id, at: opening.metadata.time };
    const left = leftOutBy(found.skipped, excluding);
    const steps = [
      { ...frozen, said: place },
      ...(left === undefined ? [] : [{ ...frozen, said: left }]),
      ...(due === undefined ? [] : [{ ...frozen, said: due }]),
      ...(await saidBy(ports, found.contactId, topicId, summary)),
      ...(emailId === null ? [] : await became(ports, emailId, summary)),
    ];
    return { outcome: fate, reason, contactId: found.contactId, emailId, steps };
  }
  return { outcome: 'not-in-audience', reason: null, contactId: null, emailId: null, steps: [] };
}

/** @returns undefined where no earlier broadcast kept the person from it. */
function leftOutBy(skipped: AudienceMember['skipped'], excluding: Excluding | undefined): string | undefined {
  if (excluding === undefined) return undefined;
  const earlier = `broadcast ${excluding.broadcastId}`;
  switch (skipped) {
    case 'opened':
      return `Left out: opened ${earlier}, or followed a link of it`;
    case 'not-sent-before':
      return `Left out: ${earlier} was not sent to them, and this one is for those who did not open it`;
    case 'had-it':
      return `Left out: had ${earlier} already, or the same in another broadcast that it was sent again with`;
    default:
      return undefined;
  }
}

/** When the email is due, and by whose zone; undefined where none was due. */
async function dueSaid(
  ports: WhyPorts,
  { contactId, revision, opensAt, isFallbackZone, skipped }: AudienceMember,
  { at, property, fallbackZone }: LocalTime,
): Promise<string | undefined> {
  if (opensAt === undefined || skipped !== undefined) return undefined;
  const due = `Due at ${opensAt}, when it is ${at}`;
  if (isFallbackZone === true) {
    return `${due} in ${fallbackZone}, the fallback: property ${property} of the person is no time zone`;
  }
  const zone = (await profileAt(ports, contactId, revision))?.properties[property];
  return zone === undefined ? `${due} in the person’s time zone` : `${due} in ${zone}, the person’s time zone`;
}

function partOf({ part }: AudienceMember): string {
  if (part === undefined) return '';
  return part === 'rest' ? ', not in the A/B test: gets the winner' : `, in part ${part.toUpperCase()} of the A/B test`;
}

/** What the person said to all marketing and to the topic, and what became of the contact. */
async function saidBy(
  { store, codec }: AddressPorts,
  contactId: string,
  topicId: string | null,
  summary: Summaries,
): Promise<readonly WhyStep[]> {
  const events = codec.decode<ContactEvent>(await store.readStream(contactStream(contactId)));
  return events
    .filter(({ event }) => {
      if (event.type === 'ContactDeleted') return true;
      if (event.type !== 'ContactSubscribed' && event.type !== 'ContactUnsubscribed') return false;
      return event.data.topicId === null || event.data.topicId === topicId;
    })
    .map((recorded) => stepOf(recorded, summary));
}

async function became(
  { store, codec }: AddressPorts,
  emailId: string,
  summary: Summaries,
): Promise<readonly WhyStep[]> {
  return codec
    .decode(await store.readStream(streamName('email', emailId)))
    .map((recorded) => stepOf(recorded, summary));
}

function stepOf({ id, event, metadata }: Recorded, summary: Summaries): WhyStep {
  return { eventId: id, at: metadata.time, said: summary(event) };
}
