import { emptyContent, openBroadcastContent } from '../../src/application/broadcast/broadcast-content.js';
import type { JobPorts } from '../../src/application/broadcast/broadcast-job.js';
import { audienceStream, broadcastStream, loadAudience } from '../../src/application/broadcast/broadcast-streams.js';
import { firstOfChain } from '../../src/application/broadcast/chain.js';
import {
  emailIdOf,
  type LoadedChunk,
  openPrepared,
  prepareMembers,
  type Sending,
} from '../../src/application/broadcast/open-members.js';
import { contactStream } from '../../src/application/contact/contact-streams.js';
import { putContact } from '../../src/application/contact/write-contact.js';
import { erasePerson } from '../../src/application/erasure/erase-person.js';
import { addressHash } from '../../src/application/shared/address-hash.js';
import { SendingDomains } from '../../src/application/sending-domain/sending-domains.js';
import { handle, load } from '../../src/application/shared/handle.js';
import { sealContent } from '../../src/application/template/template-content.js';
import { audience, type AudienceMember } from '../../src/domain/broadcast/audience.js';
import type { AbTest } from '../../src/domain/broadcast/ab-test.js';
import { broadcast, type BroadcastCommand } from '../../src/domain/broadcast/broadcast.js';
import type { Excluding, SentAs } from '../../src/domain/broadcast/events.js';
import { turnsOf } from '../../src/domain/broadcast/turns.js';
import type { BodyReference } from '../../src/domain/shared/accepted-email.js';
import { contact } from '../../src/domain/contact/contact.js';
import type { EmailCommand } from '../../src/domain/email/commands.js';
import { email } from '../../src/domain/email/email.js';
import type { EmailAccepted, RecordedReply } from '../../src/domain/email/events.js';
import type { Recorded } from '../../src/domain/shared/recorded.js';
import { plain } from '../../src/domain/shared/personal.js';
import type { HitCause } from '../../src/domain/tracking/judge-hit.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { policy } from './email-facts.js';
import { MemoryReadStore } from './memory-read-store.js';
import { noDiskLimit } from './no-disk-limit.js';
import { reply } from './recorded-events.js';
import { context, correlationId, teamId, World } from './world.js';

const provenance = { context, region: null };
/** Links lead to where their reader is. */
const reached = { linkTrouble: null, readElsewhere: false } as const;

export const broadcastId = '0195d6a0-0000-7000-8000-0000000000f1';
export const segmentId = '0195d6a0-0000-7000-8000-0000000000f2';
const occasion = { means: 'api-key', emailId: null, pageVersion: null, importId: null, visitor: null } as const;

const from = { name: null, address: 'news@example.com' };
const says = { ...emptyContent, from, subject: 'News', html: '<p>News</p>', text: 'News' };

/** What the broadcaster of a process has: no quotas, no other mail, and read models that lag nothing. */
export const jobPorts = (own: ReturnType<World['process']>, more: Partial<JobPorts> = {}): JobPorts => ({
  ...own,
  readStore: new MemoryReadStore(),
  quotas: null,
  onOpened: () => undefined,
  recentMail: { isThere: () => false },
  whenProcessed: async () => true,
  ownWrites: { note: () => undefined, settled: async () => undefined },
  senderRules: { domains: new SendingDomains(own), sandboxDomains: [], captureMode: true, ...reached },
  ...more,
});

/** A broadcast in a world of its own: its steps are taken one by one, as the broadcaster takes them. */
export class BroadcastStory {
  private tested: { readonly test?: AbTest } = {};

  private constructor(
    readonly world: World,
    readonly content: BodyReference,
    readonly id = broadcastId,
    private readonly excluding?: Excluding,
  ) {}

  /** Queued, and nobody frozen yet. */
  static async begin(html = says.html): Promise<BroadcastStory> {
    const world = await World.create();
    await world.addDomain('example.com');
    const ports = { ...world.process(), disk: noDiskLimit };
    const content = await sealContent(ports, broadcastStream(broadcastId), { ...says, html }, undefined, teamId);
    const story = new BroadcastStory(world, content);
    const draft = { name: 'News', segmentId, topicId: null, content };
    await story.say({ type: 'DraftBroadcast', broadcast: { ...draft, teamId, duplicateOf: null } });
    return story;
  }

  /** Another one, drafted as it is when this one is sent again: with the same content, or under another subject. */
  async again(id: string, kind: Excluding['kind'], subject = 'News'): Promise<BroadcastStory> {
    const process = this.world.process();
    const excluding = { broadcastId: this.id, kind };
    const first = await firstOfChain(process, excluding);
    const note = { type: 'DraftAgain', teamId, broadcastId: id } as const;
    await handle(process, broadcast, broadcastStream(first.id), note, provenance);
    const says = { ...(await openBroadcastContent(process, this.content)), subject };
    const ports = { ...process, disk: noDiskLimit };
    const content = await sealContent(ports, broadcastStream(id), says, undefined, teamId);
    const story = new BroadcastStory(this.world, content, id, excluding);
    const draft = { name: 'News', segmentId, topicId: null, content, excluding };
    await story.say({ type: 'DraftBroadcast', broadcast: { ...draft, teamId, duplicateOf: null } });
    return story;
  }

  async say(command: BroadcastCommand): Promise<void> {
    await handle(this.world.process(), broadcast, broadcastStream(this.id), command, provenance);
  }

  /** Its draft has a variant B from now on, with another subject. */
  async test(how: Omit<AbTest, 'content'>): Promise<void> {
    const own = { subject: true, previewText: false, body: false };
    const b = { ...says, subject: 'Other news', own };
    const ports = { ...this.world.process(), disk: noDiskLimit };
    const content = await sealContent(ports, broadcastStream(broadcastId), b, this.content.kid, teamId);
    this.tested = { test: { ...how, content } };
    await this.say({ type: 'ChangeBroadcast', teamId, draft: this.tested });
  }

  async queue(): Promise<void> {
    await this.say({ type: 'QueueBroadcast', teamId, sentAs: this.sentAs });
  }

  get sentAs(): SentAs {
    const { content, excluding } = this;
    const whom = { segmentId, topicId: null, isOptOut: false, content, ...this.tested };
    return excluding === undefined ? whom : { ...whom, excluding };
  }

  /** A new contact, as a member of an audience. */
  async member(address: string): Promise<AudienceMember> {
    const write = { fields: { email: address }, consents: [], occasion, joins: [segmentId] };
    const written = await putContact(this.world.process(), teamId, write, provenance);
    if ('refused' in written) throw new Error(written.refused);
    return { contactId: written.id, revision: 0 };
  }

  async freeze(...chunks: readonly (readonly AudienceMember[])[]): Promise<void> {
    for (const [chunk, members] of chunks.entries()) {
      const command = { type: 'FreezeAudience', frozen: { broadcastId: this.id, chunk, members } } as const;
      await handle(this.world.process(), audience, audienceStream(this.id, chunk), command, provenance);
    }
    const members = chunks.flat();
    const counted = { chunks: chunks.length, members: members.length, turns: turnsOf(members) };
    await this.say({ type: 'FreezeBroadcast', teamId, ...counted });
  }

  async sending(): Promise<Sending> {
    const process = this.world.process();
    const domain = await new SendingDomains(process).verified(teamId, 'example.com');
    if (domain === undefined) throw new Error('there is no such domain');
    return {
      ...this.sentAs,
      broadcastId: this.id,
      teamId,
      correlationId,
      says,
      domain,
      fallbacks: new Map(),
      conditions: { names: [], heldBy: async () => [] },
    };
  }

  async chunk(number: number): Promise<LoadedChunk> {
    const loaded = await loadAudience(this.world.process(), this.id, number);
    if (loaded.state === null) throw new Error(`there is no chunk ${number}`);
    return { ...loaded, state: loaded.state };
  }

  async open(chunk: number, ...numbers: readonly number[]) {
    const ports = this.world.process();
    const prepared = await prepareMembers(ports, await this.sending(), await this.chunk(chunk), numbers, true);
    const position = await openPrepared(ports, prepared);
    return { emailIds: prepared.emails.map(({ emailId }) => emailId), skipped: prepared.skipped, position };
  }

  /** The chunk is dealt with. */
  async endChunk(chunk: number, opened: Awaited<ReturnType<BroadcastStory['open']>>): Promise<void> {
    const { skipped, emailIds } = opened;
    const command = { type: 'NoteOpened', opened: { emails: emailIds.length, skipped } } as const;
    await handle(this.world.process(), audience, audienceStream(this.id, chunk), command, provenance);
  }

  async emailId(chunk: number, member: number): Promise<string> {
    const [opening] = (await this.chunk(chunk)).events;
    return emailIdOf(this.world.process(), opening?.id ?? '', member);
  }

  /** Something that happens to the email of a member. */
  async happens(
    chunk: number,
    member: number,
    commandOf: (replied: (code: number) => RecordedReply, nowMs: number) => EmailCommand,
  ): Promise<void> {
    const process = this.world.process();
    const stream = streamName('email', await this.emailId(chunk, member));
    const loaded = await load(process, email, stream, true);
    const [opening] = loaded.events as readonly Recorded<EmailAccepted>[];
    const kid = opening?.event.data.recipients[0]?.mailbox.kid;
    if (kid === undefined) throw new Error(`member ${member} of chunk ${chunk} has no email`);
    const command = commandOf(
      (code) => reply(kid, code, '5.1.1', 'So.', code < 400 ? 'dot' : 'rcpt'),
      this.world.clock.now(),
    );
    await handle(process, email, stream, command, provenance, { loaded, personal: true });
  }

  answer(chunk: number, member: number, code: number): Promise<void> {
    return this.happens(chunk, member, (replied, nowMs) => {
      const answers = [{ recipient: 0, reply: replied(code) }];
      const receiver = { mxSet: 'mx', answeredBy: 'mx' } as const;
      return { type: 'RecordAnswers', attemptId: 'a', answers, ...receiver, policy, nowMs, jitter: 0 };
    });
  }

  async deleteContact(contactId: string, because: 'request' | 'erasure'): Promise<void> {
    const command = { type: 'DeleteContact', teamId, because } as const;
    await handle(this.world.process(), contact, contactStream(contactId), command, provenance);
  }

  /** Its picture was loaded (`link` null), or a link followed. */
  hit(chunk: number, member: number, judged: HitCause, link: number | null, url?: string): Promise<void> {
    return this.happens(chunk, member, (replied, nowMs) => {
      const { kid } = replied(250).detail;
      const at = new Date(nowMs).toISOString();
      const hit = { hitId: this.world.process().ids.next(), at, recipient: 0, judged, sign: 'sign', rules: 1 };
      const seen = { ipAddress: '192.0.2.1', userAgent: 'Mozilla/5.0' };
      if (link === null) {
        return { type: 'RecordHits', hits: [{ type: 'EmailOpened', data: { ...hit, seen: plain(kid, seen) } }] };
      }
      const followed = plain(kid, { ...seen, url: url ?? `https://example.com/${link}` });
      return { type: 'RecordHits', hits: [{ type: 'EmailClicked', data: { ...hit, link, seen: followed } }] };
    });
  }

  erase(address: string): Promise<unknown> {
    const process = this.world.process();
    const actor = { kind: 'cli', id: 'operator' } as const;
    return erasePerson(process, addressHash(process.hash, address), { teamId, correlationId, actor });
  }
}
