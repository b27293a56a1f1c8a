import { jest } from '@jest/globals';
import { changeOneContact, CreateContact } from '../../../src/application/contact/manage-contacts.js';
import { readRecord, togetherDestroyed } from '../../../src/application/erasure/erasure-record.js';
import { requestErasure } from '../../../src/application/erasure/erase-listed.js';
import { eraseEmails } from '../../../src/application/erasure/erase-emails.js';
import { erasePerson } from '../../../src/application/erasure/erase-person.js';
import { createErasureFinisher } from '../../../src/application/erasure/erasure-finisher.js';
import { addressHash } from '../../../src/application/shared/address-hash.js';
import type { EmailRequest } from '../../../src/application/submission/email-request.js';
import type { ErasureRequested } from '../../../src/domain/erasure/events.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { accepting, idOf, keyed, mailTo } from '../../support/accepting.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { notes } from '../../support/process-managers.js';
import { turnsDuring } from '../../support/turns.js';
import { correlationId, ownWrites, teamId, useWorld, world } from '../../support/world.js';

const context = { teamId, actor: { kind: 'cli', id: 'operator' }, correlationId } as const;
const ada = 'ada@one.test';
const bo = 'bo@two.test';
const hello = { value: { subject: 'Hello' } };

describe('erasing a person', () => {
  useWorld('example.com');
  const send = async (addresses: readonly string[], changes: Partial<EmailRequest> = {}) =>
    idOf(await accepting(world).send(mailTo(addresses, changes)));
  const personOf = (address: string) => addressHash(world.process().hash, address);
  const erase = (address: string) => erasePerson(world.process(), personOf(address), context);
  const accepted = async (emailId: string) => (await world.events(streamName('email', emailId)))[0]?.event.data;
  const bodyOf = (number: number) => world.blobs.get(world.blobs.stored[number]?.id ?? '');
  const erasures = async (type: 'ErasureRequested' | 'ErasureCompleted') => {
    const streams = await world.streamsWith(type);
    const events = (await Promise.all(streams.map((stream) => world.events(stream)))).flat();
    return events.map(({ event }) => event).filter((event) => event.type === type);
  };

  it('takes the address out of a mail and leaves the mail to the others', async () => {
    const emailId = await send([ada, bo]);
    expect(await erase(ada)).toMatchObject({ emails: 1, whole: 0 });
    expect(await accepted(emailId)).toMatchObject({
      content: hello,
      recipients: [{ mailbox: { erased: true } }, { mailbox: { value: { address: bo } } }],
    });
    expect(await bodyOf(0)).toBeDefined();
  });

  it('takes the whole mail where nobody else is left', async () => {
    const emailId = await send([ada, bo]);
    await erase(ada);
    expect(await erase(bo)).toMatchObject({ emails: 1, whole: 1 });
    expect(await accepted(emailId)).toMatchObject({ content: { erased: true } });
    expect(await bodyOf(0)).toBeUndefined();
  });

  it('finds every way of writing the address, twice in one mail too', async () => {
    const emailIds = [await send(['Ada@one.test', 'ADA@one.test']), await send([ada])];
    expect(await erase('aDa@one.test')).toMatchObject({ emails: 2, whole: 2 });
    for (const emailId of emailIds) expect(await accepted(emailId)).toMatchObject({ content: { erased: true } });
  });

  it.each([
    ['the sender', { from: { name: 'Ada', address: 'Ada@example.com' } }],
    ['where replies go', { replyTo: [{ name: null, address: 'ada@example.com' }] }],
  ])('takes what a mail says where the person is %s, and leaves the others their addresses', async (_, changes) => {
    const emailId = await send([bo], changes);
    expect(await erase('ada@example.com')).toMatchObject({ emails: 1, whole: 1 });
    expect(await accepted(emailId)).toMatchObject({
      content: { erased: true },
      recipients: [{ mailbox: { value: { address: bo } } }],
    });
    expect(await bodyOf(0)).toBeUndefined();
  });

  it('reads a contact once, however often it was changed, and not at all when it is asked for again', async () => {
    const ports = { ...world.process(), readStore: new MemoryReadStore(), ownWrites };
    const changes = {
      context: { ...context, actor: { kind: 'api-key', id: 'key-1' } },
      key: { address: ada },
    } as const;
    const fields = { email: ada };
    const created = await CreateContact.start(ports).run({ ...changes, consents: [], segmentIds: [], fields });
    for (let number = 0; number < 20; number += 1) {
      expect(await changeOneContact(ports, { ...changes, fields: { lastName: `${number}` } })).toEqual(created);
    }
    const [stream] = await world.streamsWith('ContactCreated');
    const read = jest.spyOn(world.store, 'readStream');
    const reads = () => read.mock.calls.splice(0).filter(([name]) => name === stream).length;
    await erase(ada);
    expect(reads()).toBeLessThan(6);
    expect((await world.events(stream ?? streamName('contact', '')))[20]?.event.data).toMatchObject({
      profile: { erased: true },
    });
    reads();
    await erase(ada);
    expect(reads()).toBe(0);
  });

  it('lets others have their turn after each of many emails', async () => {
    const emailIds: string[] = [];
    for (let number = 0; number < 12; number += 1) emailIds.push(await send([ada]));
    expect(await turnsDuring(() => eraseEmails(world.process(), emailIds, context))).toBeGreaterThanOrEqual(12);
  });

  it('leaves the mails of everybody else alone', async () => {
    const emailId = await send([bo]);
    expect(await erase(ada)).toMatchObject({ emails: 0, whole: 0 });
    expect(await accepted(emailId)).toMatchObject({ content: hello, recipients: [{ mailbox: { value: {} } }] });
  });

  it('ends what still waits for the person at once, and nothing else', async () => {
    const [shared, own] = [await send([ada, bo]), await send([ada])];
    await erase(ada);
    const given = async (emailId: string) =>
      (await world.events(streamName('email', emailId))).slice(1).map(({ event }) => event);
    const failed = { type: 'EmailFailed', data: { recipient: 0, reason: 'erased', attemptId: null } };
    expect(await given(shared)).toMatchObject([failed]);
    expect(await given(own)).toMatchObject([failed]);
  });

  it('takes what a permissive batch remembers of refused items, and not its other mails', async () => {
    const process = accepting(world);
    const items = [{ request: mailTo([ada]) }, { request: mailTo([bo]) }, { invalid: `no name in ${ada}` }];
    const idempotency = { ...keyed('k'), path: '/emails/batch' } as const;
    const answer = await process.sendBatch(items, 'permissive', idempotency);
    if ('refused' in answer) throw new Error(answer.refused);
    const [, other = ''] = answer.emailIds;
    await erase(ada);
    const [stream = streamName('submission', '')] = await world.streamsWith('SubmissionAccepted');
    const [submission] = await world.events(stream);
    expect(submission?.event.data).toMatchObject({
      errors: { erased: true },
      emails: [
        { accepted: { recipients: [{ mailbox: { erased: true } }] } },
        { accepted: { recipients: [{ mailbox: { value: { address: bo } } }] } },
      ],
    });
    expect(await accepted(other)).toMatchObject({ content: hello });
    expect(await process.sendBatch(items, 'permissive', idempotency)).toStrictEqual({
      emailIds: answer.emailIds,
      errors: [],
      position: undefined,
    });
  });

  it('finds mails that a crash left in their submission only, however young', async () => {
    world.store.plan('SubmissionAccepted', ['anchor-only']);
    const answer = await accepting(world).sendBatch([{ request: mailTo([ada]) }, { request: mailTo([bo]) }]);
    if ('refused' in answer) throw new Error(answer.refused);
    const [own = '', other = ''] = answer.emailIds;
    expect(await erase(ada)).toMatchObject({ emails: 1, whole: 1 });
    expect(await accepted(own)).toMatchObject({ content: { erased: true } });
    expect(await accepted(other)).toMatchObject({ content: hello });
  });

  it('goes on until nothing that was accepted meanwhile is left', async () => {
    const emailIds = [await send([ada])];
    const meanwhile = async (left: number): Promise<void> => {
      emailIds.push(await send([ada]));
      if (left > 0) world.store.beforeNext('ErasureCompleted', () => meanwhile(left - 1));
    };
    world.store.beforeNext('ErasureCompleted', () => meanwhile(2));
    expect(await erase(ada)).toMatchObject({ emails: 4 });
    for (const emailId of emailIds) expect(await accepted(emailId)).toMatchObject({ content: { erased: true } });
  });

  it('erases what is many in parts that fit an append each, and names nobody', async () => {
    const process = accepting(world);
    const everyName = Array.from({ length: 50 }, () => ada);
    for (let number = 0; number < 120; number += 1) await process.send(mailTo(everyName));
    expect(await erase(ada)).toMatchObject({ emails: 120, whole: 120 });
    const events = (await erasures('ErasureRequested')) as readonly ErasureRequested[];
    const requested = events.map(({ data }) => data);
    expect(requested.map(({ scope, streams }) => [scope, streams.length])).toStrictEqual([
      ['person', 0],
      ['listed', 95],
      ['listed', 25],
    ]);
    expect(new Set(requested.map(({ person }) => person))).toStrictEqual(new Set([personOf(ada)]));
    expect(await erasures('ErasureCompleted')).toHaveLength(requested.length);
  }, 120_000);

  it('says so where nothing is left to erase', async () => {
    await send([ada]);
    await erase(ada);
    expect(await erase(ada)).toMatchObject({ emails: 0, whole: 0 });
  });

  it('is gone on with by the next start where it was cut off', async () => {
    const emailIds = [await send([ada]), await send([ada, bo])];
    world.keys.broken = true;
    await expect(erase(ada)).rejects.toThrow('no room');
    world.keys.broken = false;
    emailIds.push(await send([ada, bo]));
    const manager = createErasureFinisher(world.process(), { empty: async () => undefined });
    await notes(world, manager);
    await manager.act();
    // The person's own erasure may still be at work: only what it had listed is finished.
    expect(await accepted(emailIds[2] ?? '')).toMatchObject({ recipients: [{ mailbox: { value: {} } }, {}] });
    expect(manager.backlog.position()).toBeUndefined();
    world.clock.advance(10_000);
    await manager.act();
    for (const emailId of emailIds) {
      expect(await accepted(emailId)).toMatchObject({ recipients: { 0: { mailbox: { erased: true } } } });
    }
    await notes(world, manager);
    await manager.act();
    expect(manager.backlog.position()).toBe(await world.store.head());
    expect(await erasures('ErasureCompleted')).toHaveLength((await erasures('ErasureRequested')).length);
  });

  it('is begun at once where it was asked for in the page', async () => {
    const emailId = await send([ada]);
    const erasureId = world.process().ids.next();
    const by = { ...context, actor: { kind: 'user', id: 'u' } } as const;
    const data = { scope: 'person', person: personOf(ada), streams: [], kids: [], blobIds: [] } as const;
    await requestErasure(world.process(), erasureId, data, { context: by, region: null });
    const manager = createErasureFinisher(world.process(), { empty: async () => undefined });
    await notes(world, manager);
    await manager.act();
    expect(await accepted(emailId)).toMatchObject({ content: { erased: true } });
    expect(await world.types(streamName('erasure', erasureId))).toStrictEqual(['ErasureRequested', 'ErasureCompleted']);
  });

  it('counts what is gone once, also where a crash had it named twice', async () => {
    await send([ada, bo]);
    world.keys.broken = true;
    await expect(erase(ada)).rejects.toThrow('no room');
    world.keys.broken = false;
    const { erasureId } = await erase(ada);
    const manager = createErasureFinisher(world.process(), { empty: async () => undefined });
    await notes(world, manager);
    world.clock.advance(10_000);
    await manager.act();
    const streams = (await world.streamsWith('ErasureRequested')).filter((stream) => !stream.endsWith(erasureId));
    const records = await Promise.all(streams.map((stream) => readRecord(world.process(), stream)));
    const parts = records.filter((each) => each?.requested.event.data.scope === 'listed');
    expect(parts).toHaveLength(2);
    expect(togetherDestroyed(parts.filter((each) => each !== undefined))).toStrictEqual({
      mails: 1,
      otherRecords: 0,
      keys: 1,
      blobs: 0,
    });
  });

  it('leaves mails that were erased whole by their id', async () => {
    await eraseEmails(world.process(), [await send([ada])], context);
    expect(await erase(ada)).toMatchObject({ emails: 0 });
  });
});
