import type { KeyRing } from '../../src/application/ports/event-codec.js';
import type { EventStore } from '../../src/application/ports/event-store.js';
import type { KeyStore } from '../../src/application/ports/vault.js';
import type { PosthornEvent } from '../../src/programs/resources/resources.js';
import type { EmailEvent } from '../../src/domain/email/events.js';
import { type Kid, kidOf } from '../../src/domain/shared/personal.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import { type StreamName, streamName } from '../../src/domain/shared/stream-name.js';
import { createEventCodec } from '../../src/infrastructure/event-codec/event-codec.js';
import { eventRegistry } from '../../src/programs/resources/resources.js';
import { acceptedEmail, idAt, metadataAt, reply, timeAt } from './recorded-events.js';

/** Writes events as the command handlers do, encoded and under their keys, into any store and vault. */
export class EncodedLog {
  readonly codec = createEventCodec({ registry: eventRegistry });
  private readonly heads = new Map<StreamName, { readonly revision: number; readonly digest: string }>();
  private readonly keyRing = new Map<Kid, { state: 'present'; key: Buffer }>();
  private events = 0;

  constructor(
    readonly store: EventStore,
    readonly keys: KeyStore,
  ) {}

  async append(stream: StreamName, ...events: readonly PosthornEvent[]): Promise<Position> {
    const head = this.heads.get(stream);
    const newEvents = events.map((event) => {
      this.events += 1;
      return { id: idAt(100_000 + this.events), event, metadata: metadataAt(this.events) };
    });
    const encoding = { stream, predecessor: head?.digest ?? null, events: newEvents };
    const [encoded] = this.codec.encode([encoding], this.keyRing satisfies KeyRing);
    const [first, ...rest] = encoded?.events ?? [];
    if (encoded === undefined || first === undefined) throw new Error('nothing to append');
    const expected = head?.revision ?? 'no-stream';
    const appended = await this.store.append([{ stream, expected, events: [first, ...rest] }]);
    if (appended.result !== 'written') throw new Error(`the append was answered: ${appended.result}`);
    this.heads.set(stream, { revision: appended.revision, digest: encoded.headDigest });
    return appended.position;
  }

  /** One key in a vault row of its own. */
  async createKey(row: string, anchor: StreamName): Promise<Kid> {
    const key = Buffer.alloc(32, 7);
    await this.keys.createRow({ row, anchor, createdAt: timeAt(0), keys: [key] });
    this.keyRing.set(kidOf(row, 0), { state: 'present', key });
    return kidOf(row, 0);
  }

  /** Mail `number`, accepted and claimed, with its keys in the vault. */
  async acceptMail(number: number): Promise<Position> {
    const row = idAt(1_000 + number);
    const stream = mailStream(number);
    const keys = [0, 1, 2, 3].map((index) => Buffer.alloc(32, number * 8 + index));
    keys.forEach((key, index) => this.keyRing.set(kidOf(row, index), { state: 'present', key }));
    await this.keys.createRow({ row, anchor: stream, createdAt: timeAt(0), keys });
    return this.append(stream, { type: 'EmailAccepted', data: acceptedEmail(row) }, claim);
  }

  deliver(number: number): Promise<Position> {
    const kid = kidOf(idAt(1_000 + number), 1);
    const outcome = {
      attemptId: 'a1',
      recipient: 0,
      destination: 'dest-a',
      reply: reply(kid, 250, null, 'a secret reply'),
    };
    return this.append(mailStream(number), { type: 'EmailDelivered', data: outcome });
  }

  /** Destroys all keys of the mail, then says so. */
  async erase(number: number): Promise<Position> {
    const kids = [0, 1, 2, 3].map((index) => kidOf(idAt(1_000 + number), index));
    await this.keys.destroy(kids, timeAt(0));
    const streams = [mailStream(number)];
    return this.append(streamName('erasure', idAt(2_000 + number)), {
      type: 'ErasureCompleted',
      data: { streams, kids },
    });
  }

  /** Says that the mail's stream goes; it is still there. */
  retire(number: number): Promise<Position> {
    const stream = mailStream(number);
    const head = this.heads.get(stream);
    if (head === undefined) throw new Error('there is no such mail');
    const data = { stream, lastRevision: head.revision, headDigest: head.digest, mode: 'tombstone' } as const;
    return this.append(streamName('retention', '2026-03-01'), { type: 'StreamRetired', data });
  }

  async remove(number: number): Promise<void> {
    const stream = mailStream(number);
    const last = await this.store.readLast(stream);
    if (last !== undefined) await this.store.removeStream(stream, 'tombstone', last.revision);
  }

  /** Something that no projection under test handles. */
  createTeam(number: number): Promise<Position> {
    const teamId = idAt(3_000 + number);
    return this.append(streamName('team', teamId), { type: 'TeamCreated', data: { teamId, name: 'team' } });
  }
}

export const mailStream = (number: number): StreamName => streamName('email', idAt(number));

const claim: EmailEvent = {
  type: 'DeliveryAttemptStarted',
  data: {
    attemptId: 'a1',
    recipients: [0],
    destinations: ['dest-a'],
    mxSet: 'mx',
    worker: 'w1',
    deadline: timeAt(600),
    tls: null,
  },
};
