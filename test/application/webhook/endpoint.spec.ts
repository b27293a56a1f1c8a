import { kidOf, plain } from '../../../src/domain/shared/personal.js';
import { mailStream } from '../../support/encoded-log.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { useQuickTimeouts } from '../../support/quick-timeouts.js';
import { idAt } from '../../support/recorded-events.js';
import { answering, attemptsIn, ok, existingWebhook, urlOf, webhookId } from '../../support/webhooks.js';
import { useEndpointStage } from './endpoint-stage.js';

const stage = useEndpointStage();
let passedMs = 0;
useQuickTimeouts((ms) => (passedMs += ms));

describe('an endpoint', () => {
  it('is sent every message behind its position, once, and its attempts are in the log', async () => {
    const process = await stage.start();
    const endpoint = process.run(process.endpoint(existingWebhook(1)));
    await stage.settledUpTo(endpoint, stage.head);
    expect(stage.types().toSorted()).toEqual([...Array(3).fill('email.delivered'), ...Array(3).fill('email.sent')]);
    expect(new Set(stage.sender.to(urlOf(1))).size).toBe(6);
    const attempts = await attemptsIn(stage.world);
    expect(attempts.map(({ outcome, number, answer }) => [outcome, number, answer])).toEqual(
      Array(6).fill(['delivered', 1, 'ok']),
    );
    expect(new Set(attempts.map(({ messageId }) => messageId))).toEqual(new Set(stage.sender.to(urlOf(1))));
  });

  it('is sent what happens from then on', async () => {
    const process = await stage.start();
    process.run(process.endpoint(existingWebhook(1), { position: stage.head }));
    await stage.log.acceptMail(9);
    await stage.until(1);
    expect(stage.mails()).toEqual([idAt(9)]);
  });

  it('is sent what it asks for only: types, domains, tags; and nothing of another team', async () => {
    const process = await stage.start();
    const tags = [{ name: 'kind', value: 'other' }];
    process.run(process.endpoint(existingWebhook(1, { events: ['email.delivered'] })));
    process.run(process.endpoint(existingWebhook(2, { domainIds: [idAt(1)] })));
    process.run(process.endpoint(existingWebhook(3, { target: { tags } })));
    process.run(process.endpoint(existingWebhook(4, { teamId: idAt(5) })));
    process.run(
      process.endpoint(
        existingWebhook(5, { domainIds: [idAt(900)], target: { tags: [{ name: 'kind', value: 'welcome' }] } }),
      ),
    );
    await stage.until(9);
    await stage.log.acceptMail(9);
    await stage.until(10);
    expect([1, 2, 3, 4, 5].map((number) => stage.sender.to(urlOf(number)).length)).toEqual([3, 0, 0, 0, 7]);
  });

  it('gets its headers, and signatures of both secrets while the earlier one is valid', async () => {
    const process = await stage.start();
    const kid = kidOf(idAt(800), 0);
    const state = existingWebhook(1, { target: { headers: [['X-Env', 'test']] } });
    const rotated = (until: string) => ({ ...state, previousSecret: { secret: plain(kid, 'whsec_BBBB'), until } });
    const endpoint = process.run(process.endpoint(rotated('2026-03-02T10:00:01.000Z')));
    await stage.settledUpTo(endpoint, stage.head);
    expect(stage.sender.sent[0]).toMatchObject({ headers: [['X-Env', 'test']], secrets: ['whsec_AAAA', 'whsec_BBBB'] });
    stage.world.clock.advance(1_000);
    await stage.log.acceptMail(9);
    await stage.until(7);
    expect(stage.sender.sent[6]).toMatchObject({ secrets: ['whsec_AAAA'] });
  });

  it('is sent no more a second than it allows', async () => {
    const process = await stage.start();
    const startedAtMs = passedMs;
    process.run(process.endpoint(existingWebhook(1, { perSecond: 20 })));
    await stage.until(6);
    // Six of them, 50 ms apart.
    expect(passedMs - startedAtMs).toBeGreaterThanOrEqual(240);
  });

  it('is asked for no more large answers than the log takes', async () => {
    for (let number = 4; number <= 10; number += 1) stage.head = await stage.log.acceptMail(number);
    let write: (isWritten: boolean) => void = () => undefined;
    const written = new Promise<boolean>((resolve) => (write = resolve));
    const process = await stage.start(new MemoryReadStore(), { attempted: () => written });
    stage.sender.answer = () => ({ ...answering(200), body: 'x'.repeat(64 * 1024) }) as typeof ok;
    const endpoint = process.run(process.endpoint(existingWebhook(1)));
    await stage.until(8);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(stage.sender.sent).toHaveLength(8);
    write(true);
    await stage.settledUpTo(endpoint, stage.head);
  });

  it('has a message made when its turn comes: one that was removed by then is not sent', async () => {
    for (let number = 4; number <= 9; number += 1) {
      await stage.log.acceptMail(number);
      stage.head = await stage.log.deliver(number);
    }
    const process = await stage.start();
    const answers: (() => void)[] = [];
    stage.sender.answer = () => new Promise((resolve) => answers.push(() => resolve(ok)));
    const endpoint = process.run(process.endpoint(existingWebhook(1, { events: ['email.delivered'] })));
    await stage.until(8);
    stage.world.clock.advance(2_000);
    await stage.log.remove(9);
    stage.sender.answer = () => ok;
    for (const answer of answers) answer();
    await stage.settledUpTo(endpoint, stage.head);
    expect(stage.mails()).not.toContain(idAt(9));
    expect(stage.mails()).toHaveLength(8);
  });

  it('delays no other by being slow', async () => {
    const process = await stage.start();
    stage.sender.answer = ({ url }) => (url === urlOf(1) ? new Promise(() => undefined) : ok);
    const slow = process.run(process.endpoint(existingWebhook(1)));
    const other = process.run(process.endpoint(existingWebhook(2)));
    await stage.settledUpTo(other, stage.head);
    expect(stage.sender.to(urlOf(2))).toHaveLength(6);
    expect(slow.position()).toBeUndefined();
  });
});

describe('an endpoint that wants order', () => {
  it('is sent one message at a time in the order of the log, a failed one before those behind it', async () => {
    const process = await stage.start();
    let atOnce = 0;
    let most = 0;
    const { log: written } = process;
    // Time passes between attempts.
    const patient = await stage.start(new MemoryReadStore(), {
      attempted: async (...attempt: Parameters<typeof written.attempted>) => {
        const isWritten = await written.attempted(...attempt);
        stage.world.clock.advance(3_600_000);
        return isWritten;
      },
    });
    stage.sender.answer = async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setTimeout(resolve, 5));
      atOnce -= 1;
      return stage.sender.sent.length === 2 ? answering(500) : ok;
    };
    const endpoint = patient.run(patient.endpoint(existingWebhook(1, { ordered: true })));
    await stage.settledUpTo(endpoint, stage.head);
    expect(most).toBe(1);
    const order = await attemptsIn(stage.world);
    expect(order.map(({ number }) => number)).toEqual([1, 1, 2, 1, 1, 1, 1]);
    const positions = order.map(({ position }) => position);
    expect(positions).toEqual([...positions].sort());
  });
});

it('endpoints of one event have messages of their own', async () => {
  const process = await stage.start();
  const [one, two] = [1, 2].map((number) => process.run(process.endpoint(existingWebhook(number))));
  await stage.settledUpTo(one!, stage.head);
  await stage.settledUpTo(two!, stage.head);
  const all = [...stage.sender.to(urlOf(1)), ...stage.sender.to(urlOf(2))];
  expect(new Set(all).size).toBe(12);
  expect(webhookId(1)).not.toBe(webhookId(2));
  expect(await stage.world.streamsWith('WebhookAttempted')).not.toContain(mailStream(1));
});
