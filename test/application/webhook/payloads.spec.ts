import { Resend } from 'resend';
import { Webhook } from 'standardwebhooks';
import {
  bodyOf,
  followedByWebhooks,
  messages,
  type MessageType,
  messageTypes,
  type Payload,
  type PayloadData,
  payloadsIn,
  payloadsOf,
  possibleTypes,
} from '../../../src/application/webhook/messages.js';
import { matches } from '../../../src/application/webhook/endpoint-messages.js';
import { importerId } from '../../../src/domain/shared/contact-origin.js';
import { contactMessages } from '../../../src/application/contact/webhook-messages.js';
import type { ContactEvent } from '../../../src/domain/contact/events.js';
import type { PosthornEvent } from '../../../src/programs/resources/resources.js';
import type { EmailEvent } from '../../../src/domain/email/events.js';
import { judgeReply } from '../../../src/domain/email/judging/judge-reply.js';
import type { DomainCreated, SendingDomainEvent } from '../../../src/domain/sending-domain/events.js';
import { noContactFields } from '../../../src/domain/shared/contact-fields.js';
import { type Kid, kidOf, plain } from '../../../src/domain/shared/personal.js';
import type { Recorded } from '../../../src/domain/shared/recorded.js';
import { type StreamName, streamName } from '../../../src/domain/shared/stream-name.js';
import { newWebhookSecret, signatureHeaders } from '../../../src/infrastructure/webhook-sender/sign.js';
import { webhookBody } from '../../../src/infrastructure/http/openapi/webhook-message.js';
import { existingWebhook, recordSettings } from '../../support/webhooks.js';
import { EncodedLog, mailStream } from '../../support/encoded-log.js';
import { MemoryEventStore } from '../../support/memory-event-store.js';
import { MemoryKeyStore } from '../../support/memory-vault.js';
import { acceptedEmail, idAt, metadataAt, positionAt, reply, teamId, timeAt } from '../../support/recorded-events.js';

const stream = mailStream(1);
const row = idAt(1_001);
const webhookSecret = newWebhookSecret();
const everyone = ['ann@a.posthorn.test', 'bob@b.posthorn.test', 'cid@a.posthorn.test'];

let store: MemoryEventStore;
let keys: MemoryKeyStore;
let log: EncodedLog;
beforeEach(() => {
  store = new MemoryEventStore();
  keys = new MemoryKeyStore();
  log = new EncodedLog(store, keys);
});

/** What the last event of the stream tells. */
async function told(of: StreamName): Promise<readonly Payload[]> {
  const last = await store.readLast(of);
  const payloads = await payloadsOf({ store, codec: log.codec, keys, recordSettings }, last!);
  for (const payload of payloads) {
    const body = bodyOf(payload, timeAt(1));
    // Whatever is sent is what the API's document says, and receivers accept it.
    const content: unknown = JSON.parse(body);
    webhookBody(payload.type, messages.find(({ type }) => type === payload.type)!.data).parse(content);
    const signed = signatureHeaders({ messageId: 'msg_1', sentAtMs: Date.now(), body }, [webhookSecret]);
    expect(new Webhook(webhookSecret).verify(body, { ...signed })).toEqual(content);
    const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) => signed[`svix-${name}`] ?? '');
    const headers = { id: id!, timestamp: timestamp!, signature: signature! };
    expect(new Resend('re_123').webhooks.verify({ payload: body, headers, webhookSecret })).toEqual(content);
  }
  return payloads;
}

// What is sent is what the official client says that it takes: a member that is missing or another does not compile.
type Mutable<T> = T extends string | number | boolean | null | undefined
  ? T
  : { -readonly [Member in keyof T]: Mutable<T[Member]> };
type Verified = ReturnType<Resend['webhooks']['verify']>;
type FitsClient = {
  readonly [Type in MessageType]: Mutable<PayloadData[Type]> extends Extract<Verified, { type: Type }>['data']
    ? Type
    : never;
};
type MustBe<Names extends Record<MessageType, MessageType>> = Names;
export type PayloadsFitTheClient = MustBe<FitsClient>;

const outcome = (recipient: number) => ({ attemptId: 'a1', recipient, destination: 'dest-a' });
const refusal = () => reply(kidOf(row, 2), 550, '5.1.1', '5.1.1 no such user', 'rcpt');
const judged = () => ({
  reply: refusal(),
  answeredBy: 'mx' as const,
  judgement: judgeReply({ step: 'rcpt', code: 550, enhancedCode: '5.1.1', text: '5.1.1 no such user' }),
});

async function after(event: EmailEvent): Promise<readonly Payload[]> {
  await log.acceptMail(1);
  await log.append(stream, event);
  return told(stream);
}

describe('the messages about a mail', () => {
  it('say that it is accepted, to all of its recipients', async () => {
    await log.acceptMail(1);
    const [first] = await store.readStream(stream);
    const [payload, ...others] = await payloadsOf({ store, codec: log.codec, keys, recordSettings }, first!);
    expect(others).toEqual([]);
    expect(payload).toEqual({
      type: 'email.sent',
      data: {
        email_id: idAt(1),
        created_at: timeAt(1),
        message_id: `<${row}@example.com>`,
        from: 'Posthorn <hello@example.com>',
        to: everyone,
        subject: 'A secret subject',
        tags: { kind: 'welcome' },
      },
      subject: { emailId: idAt(1), domainId: idAt(900), tags: [{ name: 'kind', value: 'welcome' }] },
    });
    expect(JSON.parse(bodyOf(payload!, timeAt(1)))).toEqual({
      type: 'email.sent',
      created_at: timeAt(1),
      data: payload!.data,
    });
  });

  it('say nothing of the attempt of a mail that was to leave at once', async () => {
    await log.acceptMail(1);
    expect(await told(stream)).toEqual([]);
  });

  it('say of a scheduled mail that it is scheduled, and sent once it is tried', async () => {
    const data = acceptedEmail(row, { scheduledAt: timeAt(900) });
    const content = {
      ...data.content,
      value: { ...(data.content as { value: object }).value, headers: [['X-A', '1']] },
    };
    // Its keys are those of mail 1.
    await log.acceptMail(1);
    const other = streamName('email', idAt(7));
    const accepted = { type: 'EmailAccepted', data: { ...data, content } } as unknown as EmailEvent;
    await log.append(other, accepted);
    expect(await told(other)).toMatchObject([
      { type: 'email.scheduled', data: { headers: [{ name: 'X-A', value: '1' }] } },
    ]);
    await log.append(other, { type: 'EmailRescheduled', data: { scheduledAt: timeAt(950), destinations: [] } });
    expect(await told(other)).toMatchObject([{ type: 'email.scheduled' }]);
    const started = {
      type: 'DeliveryAttemptStarted',
      data: {
        attemptId: 'a1',
        recipients: [0],
        destinations: ['dest-a'],
        mxSet: 'mx',
        worker: 'w1',
        deadline: timeAt(999),
        tls: null,
      },
    } as const;
    await log.append(other, started);
    expect(await told(other)).toMatchObject([{ type: 'email.sent', data: { to: everyone } }]);
    await log.append(other, { ...started, data: { ...started.data, attemptId: 'a2' } });
    expect(await told(other)).toEqual([]);
  });

  it.each(['person', 'privacy_proxy', 'scanner'] as const)('say who opened it: a %s', async (judged) => {
    const seen = plain(kidOf(row, 1), { ipAddress: '192.0.2.1', userAgent: 'Mozilla/5.0' });
    const hit = { hitId: idAt(60), at: timeAt(60), recipient: 0, judged, sign: 'sign', rules: 2 };
    const [payload] = await after({ type: 'EmailOpened', data: { ...hit, seen } });
    expect(payload).toMatchObject({ type: 'email.opened', data: { open: { judged, userAgent: 'Mozilla/5.0' } } });
    // Only people's go to an endpoint that does not ask for more.
    expect(matches(existingWebhook(1), payload!)).toBe(judged === 'person');
    expect(matches(existingWebhook(1, { machineHits: true }), payload!)).toBe(true);
  });

  it('are one for each recipient that something happened to', async () => {
    expect(await after({ type: 'EmailDelivered', data: { ...outcome(1), reply: refusal() } })).toMatchObject([
      { type: 'email.delivered', data: { to: ['bob@b.posthorn.test'] } },
    ]);
    const dueAt = timeAt(99);
    await log.append(stream, { type: 'DeliveryDeferred', data: { ...outcome(0), ...judged(), dueAt, mxSet: null } });
    expect(await told(stream)).toMatchObject([{ type: 'email.delivery_delayed', data: { to: [everyone[0]] } }]);
    await log.append(stream, {
      type: 'EmailComplained',
      data: { recipient: 1, destination: 'dest-b', by: 'receiver' },
    });
    expect(await told(stream)).toMatchObject([{ type: 'email.complained', data: { to: [everyone[1]] } }]);
  });

  it('say why it bounced', async () => {
    expect(await after({ type: 'EmailBounced', data: { ...outcome(1), ...judged() } })).toMatchObject([
      {
        type: 'email.bounced',
        data: {
          to: ['bob@b.posthorn.test'],
          bounce: {
            type: 'Permanent',
            subType: 'NoEmail',
            message: "The recipient's email provider sent a hard bounce message: 5.1.1 no such user",
            diagnosticCode: ['smtp; 550 5.1.1 no such user'],
          },
        },
      },
    ]);
  });

  it('say why it was given up', async () => {
    const failed = { reply: null, judgement: null, answeredBy: null, why: null };
    const data = { ...outcome(2), ...failed, attemptId: null, reason: 'outcome-unknown' } as const;
    expect(await after({ type: 'EmailFailed', data })).toMatchObject([
      { type: 'email.failed', data: { to: ['cid@a.posthorn.test'], failed: { reason: 'outcome_unknown' } } },
    ]);
  });

  it('say why it was not sent', async () => {
    const data = { recipient: 0, destination: 'dest-a', reason: 'bounce' } as const;
    expect(await after({ type: 'EmailSuppressed', data })).toMatchObject([
      {
        type: 'email.suppressed',
        data: { suppressed: { type: 'OnAccountSuppressionList', reason: 'previous_bounce', diagnosticCode: [] } },
      },
    ]);
  });

  it.each([
    ['unsubscribed', 'topic-1', 'unsubscribed from topic topic-1'],
    ['unsubscribed', null, 'unsubscribed from all marketing'],
    ['not-subscribed', 'topic-1', 'never subscribed to topic topic-1'],
  ] as const)('say that it was not sent to who is %s (%s)', async (reason, topicId, words) => {
    const data = { recipient: 0, destination: 'dest-a', reason, topicId } as const;
    // The contract's reasons are both about the suppression list.
    const suppressed = { type: 'Suppressed', message: `The recipient ${words}.`, reason: 'previous_complaint' };
    expect(await after({ type: 'EmailSuppressed', data })).toMatchObject([
      { type: 'email.suppressed', data: { suppressed: { ...suppressed, diagnosticCode: [] } } },
    ]);
  });

  it('come back redacted once the person was erased', async () => {
    await log.acceptMail(1);
    await log.append(stream, { type: 'EmailBounced', data: { ...outcome(1), ...judged() } });
    await log.erase(1);
    const [payload] = await told(stream);
    expect(payload).toMatchObject({
      data: {
        from: '[erased]',
        to: ['[erased]'],
        subject: '[erased]',
        bounce: { message: expect.stringMatching(/: \[erased\]$/), diagnosticCode: ['smtp; 550 5.1.1 [erased]'] },
      },
    });
    expect(payload!.data).not.toHaveProperty('tags');
  });

  it('are none once its stream is removed', async () => {
    await log.acceptMail(1);
    await log.deliver(1);
    const last = await store.readLast(stream);
    await log.remove(1);
    expect(await payloadsOf({ store, codec: log.codec, keys, recordSettings }, last!)).toEqual([]);
  });
});

describe('the messages about a domain', () => {
  const domain = streamName('domain', idAt(900));
  const created: DomainCreated = {
    type: 'DomainCreated',
    data: {
      domainId: idAt(900),
      name: 'example.com',
      region: 'eu-west-1',
      origin: 'team',
      returnPath: 'send',
      tls: 'opportunistic',
      openTracking: false,
      clickTracking: false,
      capabilities: { sending: true, receiving: false },
      trackingSubdomain: null,
    },
  };
  const key: SendingDomainEvent = {
    type: 'DomainDkimKeyAdded',
    data: { selector: 's1', algorithm: 'rsa-sha256', role: 'active', publicKey: 'AAAA', secretName: 'k' },
  };
  const append = (...events: readonly PosthornEvent[]) => log.append(domain, ...events);

  it('tell it with its first keys, once', async () => {
    await append(created, key);
    const [first] = await store.readStream(domain);
    const [payload] = await payloadsOf({ store, codec: log.codec, keys, recordSettings }, first!);
    expect(payload).toMatchObject({ type: 'domain.created', data: { name: 'example.com', status: 'not_started' } });
    const { records } = payload!.data as PayloadData['domain.created'];
    expect(records.map(({ record }) => record)).toEqual(['SPF', 'SPF', 'DKIM']);
    expect(await told(domain)).toEqual([]);
  });

  it('tell a change of what is shown, and none of what is not', async () => {
    await append(created, key, { type: 'DomainVerified', data: { by: 'operator' } });
    expect(await told(domain)).toMatchObject([{ type: 'domain.updated', data: { status: 'verified' } }]);
    const { tls, clickTracking, capabilities, trackingSubdomain } = created.data;
    const data = { tls, openTracking: true, clickTracking, capabilities, trackingSubdomain };
    await append({ type: 'DomainUpdated', data });
    expect(await told(domain)).toEqual([]);
  });

  it('tell its end', async () => {
    await append(created, key, { type: 'DomainDeleted', data: { reason: 'asked' } });
    expect(await told(domain)).toMatchObject([{ type: 'domain.deleted', data: { id: idAt(900) } }]);
  });
});

describe('the messages about a contact', () => {
  const person = streamName('contact', idAt(5));
  const occasion = { means: 'api-key', emailId: null, pageVersion: null, importId: null, visitor: null } as const;
  const topic = { topicId: idAt(60), occasion };
  const profileOf = (kid: Kid) =>
    plain(kid, { email: 'ann@example.com', ...noContactFields, firstName: 'Ann', properties: {} });
  const create = async () => {
    const kid = await log.createKey(idAt(6), person);
    const data = { teamId, addressHash: 'a'.repeat(32), profile: profileOf(kid) };
    await log.append(person, { type: 'ContactCreated', data });
    return data;
  };

  it('tell that it is created, changed and deleted', async () => {
    const data = await create();
    const shown = { id: idAt(5), audience_id: teamId, email: 'ann@example.com', first_name: 'Ann', last_name: null };
    expect(await told(person)).toMatchObject([
      { type: 'contact.created', data: { ...shown, segment_ids: [], unsubscribed: false } },
    ]);
    await log.append(person, { type: 'ContactAddedToSegment', data: { segmentId: idAt(61) } });
    expect(await told(person)).toMatchObject([{ type: 'contact.updated', data: { segment_ids: [idAt(61)] } }]);
    await log.append(person, { type: 'ContactUnsubscribed', data: { topicId: null, occasion } });
    expect(await told(person)).toMatchObject([{ type: 'contact.updated', data: { unsubscribed: true } }]);
    await log.append(person, { type: 'ContactChanged', data });
    await log.append(person, { type: 'ContactDeleted', data: { because: 'request' } });
    expect(await told(person)).toMatchObject([{ type: 'contact.deleted', data: shown }]);
  });

  it('tell which subscriptions have changed', async () => {
    await create();
    await log.append(person, { type: 'ContactUnsubscribed', data: topic });
    expect(await told(person)).toEqual([
      {
        type: 'contact.topics.updated',
        data: { email: 'ann@example.com', topics: [{ id: idAt(60), subscription: 'opt_out' }] },
        subject: { emailId: null, domainId: null, tags: [] },
      },
    ]);
  });

  it('are one for all that a request has changed, and none for an import', () => {
    const row = kidOf(idAt(6), 0);
    const recorded = (actorId: string, ...events: readonly ContactEvent[]) =>
      events.map((event, revision) => ({
        stream: person,
        revision,
        position: positionAt(revision),
        id: idAt(revision),
        event,
        metadata: metadataAt(1, { actor: { kind: 'system', id: actorId } }),
        digest: '',
      }));
    const inStream = (one: Recorded, events: readonly Recorded[]) =>
      payloadsIn(contactMessages, { recorded: one, events }, { recordSettings });
    const created: ContactEvent = {
      type: 'ContactCreated',
      data: { teamId, addressHash: 'a', profile: profileOf(row) },
    };
    const joined: ContactEvent = { type: 'ContactAddedToSegment', data: { segmentId: idAt(61) } };
    const optedIn: ContactEvent = { type: 'ContactSubscribed', data: topic };
    const left: ContactEvent = { type: 'ContactUnsubscribed', data: { topicId: null, occasion } };
    const typesOf = (actorId: string, ...given: readonly ContactEvent[]) => {
      const events = recorded(actorId, ...given);
      return events.flatMap((each) => inStream(each, events).map(({ type, data }) => [type, data] as const));
    };
    expect(typesOf('a', created, optedIn, left, joined)).toMatchObject([
      ['contact.created', { unsubscribed: true, segment_ids: [idAt(61)] }],
    ]);
    expect(typesOf(importerId, created, joined)).toEqual([]);
    const [first, ...others] = recorded('a', created);
    expect(others).toEqual([]);
    const later = recorded('b', created, left, optedIn, joined).slice(1);
    const events = [first!, ...later.map((each) => ({ ...each, metadata: { ...each.metadata, time: timeAt(9) } }))];
    const types = events.flatMap((each) => inStream(each, events).map(({ type }) => type));
    expect(types).toEqual(['contact.created', 'contact.updated', 'contact.topics.updated']);
  });
});

describe('the messages about a suppression', () => {
  it('tell that an address is on the list, and that it is off', async () => {
    const entry = streamName('suppression', idAt(5));
    const kid = await log.createKey(idAt(6), entry);
    const address = plain(kid, 'ann@example.com');
    const whose = { teamId, addressHash: 'a'.repeat(32), address };
    await log.append(entry, {
      type: 'SuppressionAdded',
      data: { ...whose, origin: 'manual', source: null, scope: 'all', expiresAt: null },
    });
    const data = { id: idAt(5), email: 'ann@example.com', origin: 'manual', source_id: null, created_at: timeAt(1) };
    expect(await told(entry)).toMatchObject([{ type: 'suppression.added', data }]);
    await log.append(entry, { type: 'SuppressionRemoved', data: {} });
    expect(await told(entry)).toMatchObject([{ type: 'suppression.removed', data }]);
  });
});

describe('the messages about a topic', () => {
  it('tell that it is created, changed and deleted', async () => {
    const topic = streamName('topic', idAt(60));
    const settings = { name: 'News', description: null, visibility: 'public' } as const;
    await log.append(topic, { type: 'TopicCreated', data: { teamId, ...settings, defaultSubscription: 'opt_in' } });
    const data = {
      id: idAt(60),
      name: 'News',
      description: null,
      default_subscription: 'opt_in',
      deleted: false,
      created_at: timeAt(1),
    };
    const subject = { emailId: null, domainId: null, tags: [] };
    expect(await told(topic)).toEqual([{ type: 'topic.created', data: { ...data, updated_at: timeAt(1) }, subject }]);
    await log.append(topic, { type: 'TopicChanged', data: { ...settings, description: 'Weekly' } });
    expect(await told(topic)).toMatchObject([{ type: 'topic.updated', data: { ...data, description: 'Weekly' } }]);
    await log.append(topic, { type: 'TopicDeleted', data: {} });
    expect(await told(topic)).toMatchObject([
      { type: 'topic.deleted', data: { ...data, description: 'Weekly', deleted: true } },
    ]);
  });
});

describe('the table of messages', () => {
  it('knows the types of each event that is followed', () => {
    expect(possibleTypes('EmailAccepted')).toEqual(['email.sent', 'email.scheduled']);
    expect(possibleTypes('RequestsAnswered')).toEqual([]);
    expect(followedByWebhooks.types.every((type) => possibleTypes(type).length > 0)).toBe(true);
    expect(messageTypes).toHaveLength(23);
  });
});
