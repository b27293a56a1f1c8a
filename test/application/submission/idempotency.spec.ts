import { accepting, idOf, keyed, mailTo } from '../../support/accepting.js';
import { createGate } from '../../support/gate.js';
import { useWorld, world } from '../../support/world.js';

const dayMs = 24 * 3_600_000;
const mail = mailTo(['ada@one.test']);

describe('one mail under an idempotency key', () => {
  useWorld('example.com');

  it('is one submission and one mail, and its repeat gets the first answer', async () => {
    const process = accepting(world);
    const emailId = idOf(await process.send(mail, keyed('k1')));
    world.clock.advance(dayMs - 1);
    expect(await process.send(mail, keyed('k1'))).toMatchObject({ emailId });
    expect(await accepting(world).send(mail, keyed('k1'))).toMatchObject({ emailId });
    expect(await world.streamsWith('SubmissionAccepted')).toHaveLength(1);
    expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted']);
    expect(process.accepted).toHaveLength(1);
  });

  it('is a conflict with another payload', async () => {
    const process = accepting(world);
    await process.send(mail, keyed('k1'));
    const other = keyed('k1', { subject: 'Goodbye' });
    expect(await process.send(mail, other)).toStrictEqual({ refused: 'idempotency-conflict' });
  });

  it('compares payloads by what they say, not by the order of their members', async () => {
    const process = accepting(world);
    const emailId = idOf(await process.send(mail, keyed('k1', { a: 1, b: [2] })));
    expect(await process.send(mail, keyed('k1', { b: [2], a: 1 }))).toMatchObject({ emailId });
  });

  it('may be used again after a day', async () => {
    const process = accepting(world);
    const first = idOf(await process.send(mail, keyed('k1')));
    world.clock.advance(dayMs);
    const second = idOf(await process.send(mail, keyed('k1', { subject: 'Goodbye' })));
    expect(second).not.toBe(first);
    const [stream] = await world.streamsWith('SubmissionAccepted');
    expect(stream && (await world.types(stream))).toStrictEqual(['SubmissionAccepted', 'SubmissionAccepted']);
    expect(await process.send(mail, keyed('k1', { subject: 'Goodbye' }))).toMatchObject({ emailId: second });
  });

  it('belongs to its path', async () => {
    const process = accepting(world);
    const emailId = idOf(await process.send(mail, keyed('k1')));
    const batch = await process.sendBatch([{ request: mail }], 'strict', { ...keyed('k1'), path: '/emails/batch' });
    expect(batch).not.toMatchObject({ emailIds: [emailId] });
  });

  it('accepts one of two requests of the same moment, and both get its id', async () => {
    const process = accepting(world);
    const [first, second] = await Promise.all([process.send(mail, keyed('k1')), process.send(mail, keyed('k1'))]);
    expect(idOf(second)).toBe(idOf(first));
    expect(await world.streamsWith('EmailAccepted')).toHaveLength(1);
  });

  it('accepts one of two requests of the same moment in two processes, and both get its id', async () => {
    const answers = await Promise.all([accepting(world), accepting(world)].map(({ send }) => send(mail, keyed('k1'))));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(world.keys.created).toHaveLength(2);
    expect(await world.streamsWith('EmailAccepted')).toHaveLength(1);
  });

  it('answers a conflict to the later of two payloads of the same moment in two processes', async () => {
    const other = keyed('k1', { subject: 'Goodbye' });
    const answers = await Promise.all([accepting(world).send(mail, keyed('k1')), accepting(world).send(mail, other)]);
    expect(answers.filter((answer) => 'emailId' in answer)).toHaveLength(1);
    expect(answers).toContainEqual({ refused: 'idempotency-conflict' });
  });

  it('says that it is in progress where the first request takes longer than a repeat waits', async () => {
    const process = accepting(world, { repeatWaitMs: 20 });
    const gate = createGate();
    world.store.beforeNext('SubmissionAccepted', gate.pass);
    const first = process.send(mail, keyed('k1'));
    await gate.reached;
    expect(await process.send(mail, keyed('k1'))).toStrictEqual({ refused: 'idempotency-in-progress' });
    gate.open();
    idOf(await first);
  });

  it('remembers no refusal, so that a corrected retry works', async () => {
    const process = accepting(world);
    const wrong = mailTo(['ada@one.test'], { from: { name: null, address: 'a@wrong.example.com' } });
    expect(await process.send(wrong, keyed('k1'))).toMatchObject({ refused: 'domain-not-verified' });
    idOf(await process.send(mail, keyed('k1')));
  });

  it('remembers no failure, and the repeat finds what was written all the same', async () => {
    const process = accepting(world);
    world.store.plan('SubmissionAccepted', [], 'lost');
    expect(await process.send(mail, keyed('k1'))).toMatchObject({ refused: 'unavailable' });
    expect(await world.streamsWith('AcceptAbandoned')).toStrictEqual([]);
    const late = world.store.appends.at(-1);
    world.store.plan('SubmissionAccepted', []);
    if (late !== undefined) await world.store.append(late);
    const repeated = idOf(await process.send(mail, keyed('k1')));
    expect(await world.streamsWith('EmailAccepted')).toStrictEqual([`email-${repeated}`]);
  });

  it('lets a late append of a failed request lose against its repeat', async () => {
    const process = accepting(world);
    world.store.plan('SubmissionAccepted', [], 'lost');
    await process.send(mail, keyed('k1'));
    const late = world.store.appends.at(-1);
    world.store.plan('SubmissionAccepted', []);
    idOf(await process.send(mail, keyed('k1')));
    expect(late && (await world.store.append(late))).toStrictEqual({ result: 'conflict' });
    expect(await world.streamsWith('EmailAccepted')).toHaveLength(1);
  });

  it('is accepted where the append was written and not acknowledged', async () => {
    world.store.plan('SubmissionAccepted', ['late'], 'lost');
    const process = accepting(world);
    const emailId = idOf(await process.send(mail, keyed('k1')));
    expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted']);
    expect(process.accepted).toHaveLength(1);
  });

  it('is not accepted while the vault cannot be written', async () => {
    const process = accepting(world);
    const before = world.store.appends.length;
    world.blobs.broken = true;
    expect(await process.send(mail, keyed('k1'))).toMatchObject({ refused: 'unavailable' });
    expect(world.store.appends).toHaveLength(before);
  });
});
