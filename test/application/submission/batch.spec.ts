import { streamName } from '../../../src/domain/shared/stream-name.js';
import { MAX_APPEND_BYTES } from '../../../src/application/ports/event-store.js';
import { type AcceptBatchResult, acceptRestBatch } from '../../../src/application/submission/accept-rest-batch.js';
import { computeDigest } from '../../../src/infrastructure/event-codec/digest.js';
import { accepting, keyed, mailTo } from '../../support/accepting.js';
import { turnsDuring } from '../../support/turns.js';
import { context, principal, useWorld, world } from '../../support/world.js';

const item = (address: string) => ({ request: mailTo([address]) });
const unverified = { request: mailTo(['ada@one.test'], { from: { name: null, address: 'a@wrong.example.com' } }) };
const key = { ...keyed('k1'), path: '/emails/batch' } as const;

function idsOf(answer: AcceptBatchResult): readonly string[] {
  if ('refused' in answer) throw new Error(`refused: ${answer.refused}`);
  return answer.emailIds;
}

describe('a batch', () => {
  useWorld('example.com');

  it('is one submission that lists its mails, and opens each of them in the order given', async () => {
    const process = accepting(world);
    const ids = idsOf(await process.sendBatch([item('ada@one.test'), item('bo@two.test')]));
    const [stream] = await world.streamsWith('SubmissionAccepted');
    const [submission] = stream === undefined ? [] : await world.events(stream);
    expect(submission?.event.data).toMatchObject({ kind: 'batch', payloadHash: null, emailIds: ids, errors: null });
    for (const [index, emailId] of ids.entries()) {
      const [opened, ...others] = await world.events(streamName('email', emailId));
      expect(others).toStrictEqual([]);
      expect(opened?.event.data).toMatchObject({ submission: stream });
      expect(opened?.metadata.causation?.id).toBe(submission?.id);
      expect(submission?.event.data).toMatchObject({ emails: { [index]: { emailId, accepted: opened?.event.data } } });
    }
    expect(process.accepted).toMatchObject([{ emails: 2 }]);
  });

  it('is written as canonical JSON, so that an audit computes the same digest', async () => {
    await accepting(world).sendBatch([item('ada@one.test'), item('bo@two.test')]);
    const [stream] = await world.streamsWith('SubmissionAccepted');
    const [stored] = stream === undefined ? [] : await world.store.readStream(stream);
    if (stored === undefined) throw new Error('nothing was written');
    expect(computeDigest(stored)).toBe(JSON.parse(stored.metadata).digest);
  });

  it('is two batches when it is sent twice without a key', async () => {
    const process = accepting(world);
    await process.sendBatch([item('ada@one.test')]);
    await process.sendBatch([item('ada@one.test')]);
    expect(await world.streamsWith('EmailAccepted')).toHaveLength(2);
  });

  it('is all or nothing in strict mode, and names the first item that is not allowed', async () => {
    const process = accepting(world);
    const before = world.store.appends.length;
    const answer = await process.sendBatch([item('ada@one.test'), unverified, unverified]);
    expect(answer).toStrictEqual({ refused: 'domain-not-verified', domain: 'wrong.example.com', index: 1 });
    expect(world.store.appends).toHaveLength(before);
    expect(process.accepted).toStrictEqual([]);
  });

  it('sends what it may in permissive mode, and a repeat answers the same errors', async () => {
    const items = [{ invalid: 'no recipients' }, item('ada@one.test'), unverified];
    const errors = [
      { index: 0, message: 'no recipients' },
      { index: 2, message: 'not allowed: domain-not-verified' },
    ];
    const first = await accepting(world).sendBatch(items, 'permissive', key);
    expect(first).toMatchObject({ emailIds: [expect.any(String)], errors });
    const again = await accepting(world).sendBatch(items, 'permissive', key);
    expect(again).toMatchObject({ emailIds: idsOf(first), errors });
    expect(await world.streamsWith('EmailAccepted')).toHaveLength(1);
  });

  it('keeps the errors of refused items encrypted', async () => {
    await accepting(world).sendBatch(
      [item('ada@one.test'), { invalid: 'bad@person.test is wrong' }],
      'permissive',
      key,
    );
    const all = await world.store.readAll({ limit: 1_000 });
    expect(JSON.stringify(all)).not.toContain('person.test');
  });

  it('accepts nothing and remembers nothing where no item may be sent', async () => {
    const process = accepting(world);
    const answer = await process.sendBatch([unverified], 'permissive', key);
    expect(answer).toMatchObject({ emailIds: [], errors: [{ index: 0 }] });
    expect(await world.streamsWith('SubmissionAccepted')).toStrictEqual([]);
    expect(process.accepted).toStrictEqual([]);
  });

  it('is answered once the anchor is acknowledged, whatever became of the other streams', async () => {
    world.store.plan('SubmissionAccepted', ['anchor-only']);
    const ids = idsOf(await accepting(world).sendBatch([item('ada@one.test'), item('bo@two.test')]));
    expect(ids).toHaveLength(2);
    expect(await world.streamsWith('EmailAccepted')).toStrictEqual([]);
  });

  it('appends a large one in pieces, so that what others append comes in between', async () => {
    const large = (index: number) => ({
      request: mailTo([`r${index}@one.test`], { headers: [['X-Long', 'x'.repeat(60_000)]] }),
    });
    const process = accepting(world);
    await process.sendBatch([item('ada@one.test')]);
    const before = world.store.appends.length;
    const ids = idsOf(await process.sendBatch(Array.from({ length: 20 }, (_, index) => large(index))));
    const pieces = world.store.appends.slice(before);
    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces) expect(JSON.stringify(piece).length).toBeLessThan(1_000_000);
    const opened = (await world.streamsWith('EmailAccepted')).slice(1);
    expect(opened).toStrictEqual(ids.map((id) => streamName('email', id)));
    expect(process.positions.at(-1)).toBe(
      (await world.store.readLast(opened.at(-1) ?? streamName('email', '')))?.position,
    );
  });

  it('is answered where a later piece of it is not, and asks for no other', async () => {
    const long = { request: mailTo(['ada@one.test'], { headers: [['X-Long', 'x'.repeat(60_000)]] }) };
    world.store.plan('EmailAccepted', [], 'lost');
    const ids = idsOf(await accepting(world).sendBatch(Array.from({ length: 40 }, () => long)));
    expect(ids).toHaveLength(40);
    expect(world.store.appends.filter(([{ events }]) => events[0].type === 'EmailAccepted')).toHaveLength(1);
  });

  it('is settled as not accepted where no retry would be safe', async () => {
    world.store.plan('SubmissionAccepted', [], 'lost');
    expect(await accepting(world).sendBatch([item('ada@one.test')])).toMatchObject({ refused: 'unavailable' });
    const late = world.store.appends.findLast(([{ events }]) => events[0].type === 'SubmissionAccepted');
    expect(await world.streamsWith('AcceptAbandoned')).toStrictEqual([late?.[0].stream]);
    world.store.plan('SubmissionAccepted', []);
    expect(late && (await world.store.append(late))).toStrictEqual({ result: 'conflict' });
  });

  it('puts a list that is too large for one append into an encrypted blob', async () => {
    const long = (index: number) => ({
      request: mailTo([`r${index}@one.test`], { headers: [['X-Long', `secret-${'x'.repeat(30_000)}`]] }),
    });
    const ids = idsOf(await accepting(world).sendBatch(Array.from({ length: 60 }, (_, index) => long(index))));
    const [stream] = await world.streamsWith('SubmissionAccepted');
    const [anchor] = stream === undefined ? [] : await world.store.readStream(stream);
    expect(anchor?.data.length).toBeLessThan(MAX_APPEND_BYTES);
    expect(JSON.parse(anchor?.data ?? '{}')).toMatchObject({ emailIds: ids, emails: { blobId: expect.any(String) } });
    const blob = world.blobs.stored.find(({ id }) => anchor?.data.includes(id));
    expect(blob?.bytes.length).toBeGreaterThan(MAX_APPEND_BYTES);
    expect(blob?.bytes.includes(ids[0] ?? '')).toBe(false);
    expect(await world.streamsWith('EmailAccepted')).toHaveLength(60);
  });

  it('has its bodies stored as they are sealed, and not held until all are', async () => {
    const large = { request: mailTo(['ada@one.test'], { text: 'x'.repeat(400_000) }) };
    let behind = 0;
    let mostBehind = 0;
    const process = accepting(world);
    const { sealer, blobs } = process.dependencies;
    const seal: typeof sealer.seal = (...asked) => {
      behind += 1;
      mostBehind = Math.max(mostBehind, behind);
      return sealer.seal(...asked);
    };
    const put: typeof blobs.put = async (blob) => {
      await blobs.put(blob);
      behind -= 1;
    };
    const dependencies = {
      ...process.dependencies,
      sealer: { ...sealer, seal },
      blobs: { ...blobs, put, get: blobs.get.bind(blobs) },
    };
    const command = {
      context,
      principal,
      items: Array(20).fill(large),
      mode: 'strict' as const,
      idempotency: null,
      describe: String,
    };
    idsOf(await acceptRestBatch(dependencies, command));
    expect(behind).toBe(0);
    expect(mostBehind).toBeLessThanOrEqual(6);
  });

  it('is not accepted where the vault takes some of its bodies and not all', async () => {
    const large = { request: mailTo(['ada@one.test'], { text: 'x'.repeat(400_000) }) };
    world.blobs.takes = 4;
    const answer = await accepting(world).sendBatch(Array.from({ length: 20 }, () => large));
    expect(answer).toMatchObject({ refused: 'unavailable' });
    expect(world.blobs.stored).toHaveLength(4);
    expect(await world.streamsWith('SubmissionAccepted')).toStrictEqual([]);
  });

  it('has each of its large mails prepared, and encoded, in a turn of its own', async () => {
    const large = { request: mailTo(['ada@one.test'], { text: 'x'.repeat(64 * 1024) }) };
    const process = accepting(world);
    const ofOne = await turnsDuring(() => process.sendBatch([large]));
    const ofTwenty = await turnsDuring(() => process.sendBatch(Array.from({ length: 20 }, () => large)));
    expect(ofTwenty - ofOne).toBeGreaterThanOrEqual(2 * 19);
  });

  it('has mails of many attachments prepared, and encoded, in turns of their own', async () => {
    const attachment = { filename: 'a.txt', contentType: 'text/plain', contentId: null };
    const attachments = Array(20).fill({ ...attachment, source: { content: Buffer.from('a') } });
    const batch = Array(20).fill({ request: mailTo(['ada@one.test'], { attachments }) });
    expect(await turnsDuring(() => accepting(world).sendBatch(batch))).toBeGreaterThanOrEqual(2 * 19);
  });

  it('has a few of its templates filled in in each turn, whatever they are', async () => {
    const { from: _from, subject: _subject, text: _text, ...rest } = mailTo(['ada@one.test']);
    const templated = { request: { ...rest, template: { key: { alias: 'unknown' }, variables: {} } } };
    const batch = Array.from({ length: 40 }, () => templated);
    expect(await turnsDuring(() => accepting(world).sendBatch(batch))).toBeGreaterThanOrEqual(9);
  });
});
