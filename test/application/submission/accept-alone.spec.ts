import { reveal } from '../../../src/domain/shared/personal.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { bodySealer } from '../../../src/infrastructure/event-codec/sealing.js';
import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { context, region, useWorld, world } from '../../support/world.js';

const unavailable = { refused: 'unavailable', retryAfterSeconds: 5 };

describe('one mail without an idempotency key', () => {
  useWorld('example.com');

  it('opens its own stream with all that was asked', async () => {
    const process = accepting(world);
    const request = mailTo(['ada@one.test'], {
      cc: [{ name: 'Bo', address: 'bo@two.test' }],
      bcc: [{ name: null, address: 'cy@one.test' }],
      tags: [{ name: 'kind', value: 'welcome' }],
      headers: [['X-Entity', '1']],
    });
    const emailId = idOf(await process.send(request));
    const [opened, ...others] = await world.events(streamName('email', emailId));
    expect(others).toStrictEqual([]);
    expect(opened?.metadata).toMatchObject({ ...context, region, causation: null });
    if (opened?.event.type !== 'EmailAccepted') throw new Error('not accepted');
    const { data } = opened.event;
    expect(data).toMatchObject({ submission: null, messageId: `<${emailId}@example.com>`, sandbox: false });
    const { from, replyTo, subject, tags, headers } = request;
    expect(reveal(data.content)).toStrictEqual({ from, replyTo, subject, tags, headers });
    expect(data.recipients.map(({ role, mailbox }) => [role, reveal(mailbox)])).toStrictEqual([
      ['to', request.to[0]],
      ['cc', request.cc[0]],
      ['bcc', request.bcc[0]],
    ]);
    const [ada, bo, cy] = data.recipients.map(({ destination }) => destination);
    expect(ada).toBe(cy);
    expect(ada).not.toBe(bo);
    expect(process.accepted).toStrictEqual([{ teamId: context.teamId, emails: 1 }]);
  });

  it('has a key for itself and one for each recipient, and its body in the vault', async () => {
    const emailId = idOf(
      await accepting(world).send(mailTo(['ada@one.test', 'bo@two.test'], { html: '<p>Hello!</p>' })),
    );
    const anchor = streamName('email', emailId);
    const row = world.keys.created.at(-1);
    const blob = world.blobs.stored.at(-1);
    expect(row).toMatchObject({ anchor, createdAt: '2026-03-02T10:00:00.000Z' });
    expect(row?.keys).toHaveLength(3);
    expect(blob).toMatchObject({ anchor });
    const [opened] = await world.events(anchor);
    if (opened?.event.type !== 'EmailAccepted' || blob === undefined || row === undefined) throw new Error('missing');
    const { body } = opened.event.data;
    expect(body).toMatchObject({ blobId: blob.id, kid: `${row.row}.0`, sizeBytes: blob.bytes.length });
    const sealed = (await world.blobs.get(body.blobId)) ?? Buffer.alloc(0);
    const opening = bodySealer.open(body.kid, row.keys[0] ?? Buffer.alloc(0), sealed);
    expect(opening).toStrictEqual({ html: '<p>Hello!</p>', text: 'Hello!' });
  });

  it('is in the vault before the log hears of it', async () => {
    let stored: readonly number[] = [];
    world.store.beforeNext('EmailAccepted', async () => {
      stored = [world.keys.created.length, world.blobs.stored.length];
    });
    await accepting(world).send(mailTo(['ada@one.test']));
    expect(stored).toStrictEqual([1, 1]);
  });

  it.each(['keys', 'blobs'] as const)('is not accepted while the vault takes no %s', async (part) => {
    const process = accepting(world);
    const before = world.store.appends.length;
    world[part].broken = true;
    expect(await process.send(mailTo(['ada@one.test']))).toStrictEqual(unavailable);
    expect(world.store.appends).toHaveLength(before);
    expect(process.accepted).toStrictEqual([]);
  });

  it('is accepted once where the append is unknown for a while', async () => {
    world.store.plan('EmailAccepted', ['late', 'lost']);
    const emailId = idOf(await accepting(world).send(mailTo(['ada@one.test'])));
    expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted']);
  });

  it('is settled as not accepted where the append stays unknown', async () => {
    world.store.plan('EmailAccepted', [], 'lost');
    expect(await accepting(world).send(mailTo(['ada@one.test']))).toStrictEqual(unavailable);
    expect(await world.streamsWith('EmailAccepted')).toStrictEqual([]);
    const [stream] = await world.streamsWith('AcceptAbandoned');
    const late = world.store.appends.findLast(([{ events }]) => events[0].type === 'EmailAccepted');
    expect(late?.[0].stream).toBe(stream);
    world.store.plan('EmailAccepted', []);
    expect(late && (await world.store.append(late))).toStrictEqual({ result: 'conflict' });
  });

  it('is accepted where the append was written and not acknowledged', async () => {
    world.store.plan('EmailAccepted', ['late'], 'lost');
    const process = accepting(world);
    const emailId = idOf(await process.send(mailTo(['ada@one.test'])));
    expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted']);
    expect(process.accepted).toHaveLength(1);
  });

  it('is unavailable where not even its fate can be settled', async () => {
    world.store.plan('EmailAccepted', [], 'lost');
    world.store.plan('AcceptAbandoned', [], 'lost');
    expect(await accepting(world).send(mailTo(['ada@one.test']))).toStrictEqual(unavailable);
  });

  it('deletes nothing from the vault when its append fails', async () => {
    world.store.plan('EmailAccepted', [], 'lost');
    await accepting(world).send(mailTo(['ada@one.test']));
    const [blob] = world.blobs.stored;
    expect(blob && (await world.blobs.get(blob.id))).toStrictEqual(blob?.bytes);
  });
});
