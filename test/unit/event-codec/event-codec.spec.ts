import { type KeyRing, type NewEvent, UnreadableEvent } from '../../../src/application/ports/event-codec.js';
import type { NewStoredEvent, StoredEvent } from '../../../src/application/ports/event-store.js';
import type { KeyState } from '../../../src/application/ports/vault.js';
import type { EmailAccepted, EmailBounced } from '../../../src/domain/email/events.js';
import type { AcceptedEmail } from '../../../src/domain/shared/accepted-email.js';
import type { DomainEvent } from '../../../src/domain/shared/decider.js';
import { type Kid, kidOf, plain } from '../../../src/domain/shared/personal.js';
import type { EventMetadata, Position } from '../../../src/domain/shared/recorded.js';
import { type StreamName, streamName } from '../../../src/domain/shared/stream-name.js';
import type { SubmissionAccepted } from '../../../src/domain/submission/events.js';
import { chainLink, computeDigest } from '../../../src/infrastructure/event-codec/digest.js';
import { createEventCodec } from '../../../src/infrastructure/event-codec/event-codec.js';
import { eventRegistry } from '../../../src/programs/resources/resources.js';

const emailId = '0195523f-1c00-7000-8000-000000000010';
const email = streamName('email', emailId);
const submission = streamName('submission', 'f'.repeat(64));
const row = '0195523f-1c00-7000-8000-000000000040';
const [mailKid, recipientKid] = [kidOf(row, 0), kidOf(row, 1)];
const erased: KeyState = { state: 'destroyed', destroyedAt: '2026-03-02T00:00:00.000Z' };

const ring = (changes: Readonly<Record<Kid, KeyState>> = {}): KeyRing =>
  new Map<Kid, KeyState>([
    [mailKid, { state: 'present', key: Buffer.alloc(32, 1) }],
    [recipientKid, { state: 'present', key: Buffer.alloc(32, 2) }],
    ...(Object.entries(changes) as [Kid, KeyState][]),
  ]);

const accepted: AcceptedEmail = {
  submission,
  domainId: '0195523f-1c00-7000-8000-000000000020',
  messageId: `<${emailId}@posthorn.test>`,
  retryClass: 'standard',
  sandbox: true,
  content: plain(mailKid, {
    from: { name: null, address: 'office@posthorn.test' },
    replyTo: [],
    subject: 'A private subject',
    headers: [['X-Ref', '7']],
    tags: [{ name: 'category', value: 'welcome' }],
  }),
  contentAddressHashes: [],
  recipients: [
    {
      role: 'to',
      destination: 'a'.repeat(64),
      addressHash: null,
      mailbox: plain(recipientKid, { name: 'Reader', address: 'reader@example.com' }),
      dsn: null,
    },
  ],
  body: { blobId: '0195523f-1c00-7000-8000-000000000041', kid: mailKid, sizeBytes: 10, digest: 'c'.repeat(64) },
  attachments: [],
  scheduledAt: null,
  raw: null,
};
const opening: EmailAccepted = { type: 'EmailAccepted', data: accepted };
const bounce: EmailBounced = {
  type: 'EmailBounced',
  data: {
    attemptId: 'attempt',
    recipient: 0,
    destination: 'a'.repeat(64),
    reply: {
      step: 'rcpt',
      code: 550,
      enhancedCode: '5.1.1',
      detail: plain(recipientKid, { text: 'no such user', host: 'mx.example.com' }),
    },
    judgement: null,
    answeredBy: null,
  },
};

const metadata: EventMetadata = {
  time: '2026-03-01T10:00:00.000Z',
  teamId: '0195523f-1c00-7000-8000-000000000001',
  region: 'us-east-1',
  actor: { kind: 'api-key', id: '0195523f-1c00-7000-8000-000000000030' },
  correlationId: '0195523f-1c00-7000-8000-000000000090',
  causation: null,
};

const newEvent = (event: DomainEvent, id = '0195523f-1c00-7000-8000-000000000100'): NewEvent => ({
  id,
  event,
  metadata,
});

const place = (events: readonly NewStoredEvent[], stream: StreamName = email): StoredEvent[] =>
  events.map((event, revision) => ({ ...event, stream, revision, position: `000${revision}` as Position }));

describe('the event codec', () => {
  const codec = createEventCodec({ registry: eventRegistry });
  const encode = (...events: readonly DomainEvent[]): StoredEvent[] =>
    place(
      codec
        .encode([{ stream: email, predecessor: null, events: events.map((event) => newEvent(event)) }], ring())
        .flatMap((stream) => stream.events),
    );

  it('gives back events as they were, with their place', () => {
    const stored = encode(opening, bounce);
    expect(codec.decode(stored, ring())).toEqual(
      [opening, bounce].map((event, revision) => ({
        stream: email,
        revision,
        position: `000${revision}`,
        id: '0195523f-1c00-7000-8000-000000000100',
        event,
        metadata,
        digest: chainLink(stored[revision] as StoredEvent).digest,
      })),
    );
  });

  it('stores nothing about a person in clear', () => {
    const text = JSON.stringify(encode(opening, bounce));
    for (const word of [
      'office',
      'private',
      'X-Ref',
      'category',
      'reader',
      'Reader',
      'no such user',
      'mx.example.com',
    ]) {
      expect(text).not.toContain(word);
    }
  });

  it('leaves personal values sealed where no keys are given', () => {
    const [recorded] = codec.decode(encode(opening));
    expect((recorded?.event as EmailAccepted).data.content).toEqual({
      kid: mailKid,
      iv: expect.any(String),
      ct: expect.any(String),
      tag: expect.any(String),
    });
  });

  it('names the keys that reading needs, each once', () => {
    expect(codec.kids(encode(opening, bounce)).sort()).toEqual([mailKid, recipientKid]);
    expect(codec.kids(encode({ type: 'ApiKeyUsed', data: {} }))).toEqual([]);
  });

  it('seals the same value once, in whichever streams it stands', () => {
    const data: SubmissionAccepted['data'] = {
      kind: 'single',
      payloadHash: null,
      emailIds: [emailId],
      emails: [{ emailId, accepted }],
      errors: null,
    };
    const [anchor, opened] = codec.encode(
      [
        { stream: submission, predecessor: null, events: [newEvent({ type: 'SubmissionAccepted', data })] },
        { stream: email, predecessor: null, events: [newEvent(opening)] },
      ],
      ring(),
    );
    expect(anchor?.events[0]?.data).toContain(opened?.events[0]?.data);
  });

  it('passes on values that are sealed or erased already', () => {
    const [sealed] = codec.decode(encode(opening));
    const again = encode(sealed?.event as DomainEvent);
    expect(codec.decode(again, ring())[0]?.event).toEqual(opening);
    const [gone] = codec.decode(encode(opening), ring({ [mailKid]: erased }));
    expect(codec.decode(encode(gone?.event as DomainEvent), ring())[0]?.event).toEqual(gone?.event);
  });

  describe('with destroyed keys', () => {
    it('reads what they sealed as erased, and the rest plain', () => {
      const [recorded] = codec.decode(encode(opening), ring({ [mailKid]: erased }));
      expect(recorded?.event.data).toEqual({ ...accepted, content: { kid: mailKid, erased: true } });
    });

    it('records an outcome that comes after the erasure', () => {
      const [stream] = codec.encode(
        [{ stream: email, predecessor: null, events: [newEvent(bounce)] }],
        ring({ [recipientKid]: erased }),
      );
      const [recorded] = codec.decode(place(stream?.events ?? []), ring());
      expect((recorded?.event as EmailBounced).data.reply.detail).toEqual({ kid: recipientKid, erased: true });
    });
  });

  describe('refuses to guess', () => {
    const refusal = (work: () => unknown): UnreadableEvent => {
      try {
        work();
      } catch (error) {
        if (error instanceof UnreadableEvent) return error;
        throw error;
      }
      throw new Error('nothing was thrown');
    };

    it.each<[string, KeyRing]>([
      ['missing', ring({ [recipientKid]: { state: 'missing' } })],
      ['not in the ring', new Map([...ring()].filter(([kid]) => kid !== recipientKid))],
      ['another', ring({ [recipientKid]: { state: 'present', key: Buffer.alloc(32, 9) } })],
    ])('a key that is %s stops the reader and is named', (_, keys) => {
      const { message } = refusal(() => codec.decode(encode(opening), keys));
      for (const name of [email, 'revision 0', recipientKid]) expect(message).toContain(name);
    });

    it('a missing key stops the writer and is named', () => {
      const streams = [{ stream: email, predecessor: null, events: [newEvent(bounce)] }];
      const { message } = refusal(() => codec.encode(streams, ring({ [recipientKid]: { state: 'missing' } })));
      expect(message).toContain(email);
      expect(message).toContain(recipientKid);
    });

    it('a type that it does not know', () => {
      const [stored] = encode(opening);
      const unknown = { ...(stored as StoredEvent), type: 'EmailTeleported' };
      expect(refusal(() => codec.decode([unknown])).message).toContain('EmailTeleported');
      refusal(() => codec.encode([{ stream: email, predecessor: null, events: [newEvent(unknown as never)] }], ring()));
      refusal(() => encode({ type: 'constructor', data: {} }));
    });

    it.each<[string, (stored: StoredEvent) => Partial<StoredEvent>]>([
      ['data that are no JSON', ({ data }) => ({ data: data.slice(1) })],
      ['data that are no object', () => ({ data: '[]' })],
      ['a member that has gone', ({ data }) => ({ data: data.replace('"sandbox":true,', '') })],
      ['metadata without a digest', ({ metadata: text }) => ({ metadata: text.replace('"digest"', '"digested"') })],
      ['a version of the future', ({ metadata: text }) => ({ metadata: text.replace('"v":1', '"v":2') })],
      ['a version before the first', ({ metadata: text }) => ({ metadata: text.replace('"v":1', '"v":0') })],
    ])('%s', (_, alter) => {
      const stored = encode(opening)[0] as StoredEvent;
      const altered = { ...stored, ...alter(stored) };
      expect(altered).not.toEqual(stored);
      expect(refusal(() => codec.decode([altered], ring())).message).toContain(`${email} revision 0`);
    });

    it('and quotes no content, plain or sealed', () => {
      const opened = plain(mailKid, {
        ...(accepted.content as { value: object }).value,
        subject: ['A private subject'],
      });
      const [stored] = encode({ type: 'EmailAccepted', data: { ...accepted, content: opened } });
      const error = refusal(() => codec.decode([stored as StoredEvent], ring()));
      expect(error.message).toContain('content');
      expect(error.message).not.toContain('private');
      expect(error.cause).toBeUndefined();
    });

    it('a stream without events', () => {
      expect(() => codec.encode([{ stream: email, predecessor: null, events: [] }], ring())).toThrow(TypeError);
    });
  });

  describe('the digest chain', () => {
    it('links each event to the one before, and the stream to its head', () => {
      const head = 'd'.repeat(64);
      const [stream] = codec.encode(
        [{ stream: email, predecessor: head, events: [newEvent(opening), newEvent(bounce)] }],
        ring(),
      );
      const links = place(stream?.events ?? []).map(chainLink);
      expect(links.map(({ predecessor }) => predecessor)).toEqual([head, links[0]?.digest]);
      expect(stream?.headDigest).toBe(links[1]?.digest);
      expect(links.every(({ digest, computed }) => digest === computed)).toBe(true);
    });

    it('says nothing of an opening event’s predecessor', () => {
      expect(chainLink(encode(opening)[0] as StoredEvent).predecessor).toBeNull();
    });

    it.each<[string, Partial<StoredEvent>]>([
      ['stream', { stream: submission }],
      ['id', { id: '0195523f-1c00-7000-8000-000000000101' }],
      ['type', { type: 'EmailDelivered' }],
    ])('covers the %s', (_, change) => {
      const stored = encode(opening)[0] as StoredEvent;
      expect(computeDigest({ ...stored, ...change })).not.toBe(computeDigest(stored));
    });

    it('stays whole when a key is destroyed', () => {
      const stored = encode(opening)[0] as StoredEvent;
      const [before] = codec.decode([stored], ring());
      const [after] = codec.decode([stored], ring({ [mailKid]: erased, [recipientKid]: erased }));
      expect(after?.digest).toBe(before?.digest);
      expect(computeDigest(stored)).toBe(after?.digest);
    });
  });

  describe('that keeps what it has read', () => {
    it('answers the same as one that does not, with keys and without, in any order', () => {
      const keeping = createEventCodec({ registry: eventRegistry, keepsRead: true });
      const stored = encode(opening, bounce);
      const [sealed, opened] = [codec.decode(stored), codec.decode(stored, ring())];
      expect(keeping.decode(stored)).toEqual(sealed);
      expect(keeping.kids(stored)).toEqual(codec.kids(stored));
      expect(keeping.decode(stored, ring())).toEqual(opened);
      expect(keeping.decode(stored)).toEqual(sealed);
      expect(keeping.decode(stored, ring({ [mailKid]: erased }))).toEqual(
        codec.decode(stored, ring({ [mailKid]: erased })),
      );
      expect(keeping.decode(stored)[0]).toBe(keeping.decode(stored)[0]);
    });
  });
});
