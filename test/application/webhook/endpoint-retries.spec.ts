import { waitFor } from '../../support/wait-for.js';
import { useQuickTimeouts } from '../../support/quick-timeouts.js';
import { answering, ok, existingWebhook, urlOf, webhookDelaysMs } from '../../support/webhooks.js';
import { useEndpointStage } from './endpoint-stage.js';

const stage = useEndpointStage();
useQuickTimeouts();

describe('a message that is not taken', () => {
  it('holds nothing back, and is due again in a while', async () => {
    const process = await stage.start();
    let failing: string | undefined;
    stage.sender.answer = ({ messageId }) => (messageId === (failing ??= messageId) ? answering(500) : ok);
    const endpoint = process.run(process.endpoint(existingWebhook(1)));
    await stage.settledUpTo(endpoint, stage.head);
    const document = await stage.documentOf(failing!);
    expect(document).toMatchObject({ status: 'attempting', attempts: 1, lastStatus: 500, failure: 'status' });
    const waitMs = Date.parse(document.nextAttemptAt!) - stage.world.clock.now();
    expect(waitMs).toBeGreaterThanOrEqual(4_000);
    expect(waitMs).toBeLessThanOrEqual(6_000);
    expect(endpoint.failingSince()).toBeNull();
  });

  it('is tried again under the same id, once for each attempt that is due', async () => {
    const process = await stage.start();
    stage.sender.answer = () => answering(503);
    const endpoint = process.run(process.endpoint(existingWebhook(1)));
    await stage.settledUpTo(endpoint, stage.head);
    const [id] = stage.sender.to(urlOf(1));
    const due = await stage.documentOf(id!);
    stage.sender.answer = () => ok;
    await endpoint.retry(due, process.stopping.signal);
    // The read model lags: the same document again.
    await endpoint.retry(due, process.stopping.signal);
    expect(stage.sender.to(urlOf(1)).filter((sent) => sent === id)).toHaveLength(2);
    expect(await stage.documentOf(id!)).toMatchObject({ status: 'success', attempts: 2, nextAttemptAt: null });
  });

  it('is given up after eight attempts', async () => {
    const process = await stage.start();
    stage.sender.answer = () => answering(500);
    const endpoint = process.run(process.endpoint(existingWebhook(1, { events: ['email.sent'] })));
    await stage.settledUpTo(endpoint, stage.head);
    const [id] = stage.sender.to(urlOf(1));
    for (const delayMs of webhookDelaysMs) {
      stage.world.clock.advance(delayMs * 2);
      await endpoint.retry(await stage.documentOf(id!), process.stopping.signal);
    }
    expect(await stage.documentOf(id!)).toMatchObject({ status: 'failed', attempts: 8, nextAttemptAt: null });
    expect(process.exhausted).toEqual([
      { messageId: id, eventId: expect.any(String), type: 'email.sent', attempts: 8, why: 'retries' },
    ]);
  });

  it('is given up at once where the endpoint says so, and 410 disables it', async () => {
    const process = await stage.start();
    stage.sender.answer = () => ({ ...answering(500), wantsNoMore: true }) as typeof ok;
    const endpoint = process.run(process.endpoint(existingWebhook(1)));
    await stage.settledUpTo(endpoint, stage.head);
    expect(process.exhausted.map(({ why }) => why)).toEqual(Array(6).fill('refused'));
    expect(process.reports).toEqual([]);
    stage.sender.answer = () => answering(410);
    await stage.log.acceptMail(9);
    await waitFor(
      async () => process.reports,
      (reports) => reports.includes('disable gone'),
    );
  });

  it('disables an endpoint that has answered nothing else for 120 h', async () => {
    const process = await stage.start();
    stage.sender.answer = () => answering(500);
    const endpoint = process.run(process.endpoint(existingWebhook(1)));
    await stage.settledUpTo(endpoint, stage.head);
    stage.world.clock.advance(119 * 3_600_000);
    // It is wrong for a moment: no failures of days.
    stage.world.clock.setTimeOfDay(stage.world.clock.now() + 40 * 86_400_000);
    const first = await stage.log.acceptMail(9);
    await stage.settledUpTo(endpoint, first);
    expect(process.reports).not.toContain('disable failing');
    stage.world.clock.setTimeOfDay(stage.world.clock.now() - 40 * 86_400_000);
    stage.world.clock.advance(3_600_000);
    await stage.settledUpTo(endpoint, await stage.log.acceptMail(10));
    expect(process.reports).toContain('disable failing');
  });

  it('says once that it has kept failing for 24 h, also where another process saw the first failure', async () => {
    const process = await stage.start();
    stage.sender.answer = () => answering(500);
    const failingSince = new Date(stage.world.clock.now() - 23 * 3_600_000).toISOString();
    const endpoint = process.run(process.endpoint(existingWebhook(1), { failingSince }));
    await stage.settledUpTo(endpoint, stage.head);
    expect(process.reports).toEqual([]);
    stage.world.clock.advance(3_600_000);
    await stage.settledUpTo(endpoint, await stage.log.acceptMail(9));
    await stage.settledUpTo(endpoint, await stage.log.acceptMail(10));
    expect(process.reports).toEqual(['kept failing']);
  });

  it('counts from its first failure behind a change of its address', async () => {
    const process = await stage.start();
    stage.sender.answer = () => answering(500);
    const endpoint = process.run(process.endpoint(existingWebhook(1)));
    await stage.settledUpTo(endpoint, stage.head);
    stage.world.clock.advance(3_600_000);
    endpoint.update({ ...existingWebhook(1), judgedFromMs: stage.world.clock.now() }, []);
    stage.world.clock.advance(1_000);
    await stage.settledUpTo(endpoint, await stage.log.acceptMail(9));
    expect(endpoint.failingSince()).toBe(new Date(stage.world.clock.now()).toISOString());
  });

  it('is dropped where its event is in the log no more', async () => {
    const process = await stage.start();
    stage.sender.answer = () => answering(500);
    const endpoint = process.run(process.endpoint(existingWebhook(1)));
    await stage.settledUpTo(endpoint, stage.head);
    const [id] = stage.sender.to(urlOf(1));
    const due = await stage.documentOf(id!);
    await stage.log.remove(Number(due.emailId!.slice(-3)));
    await endpoint.retry(due, process.stopping.signal);
    expect(await stage.documentOf(id!)).toMatchObject({ status: 'failed', nextAttemptAt: null });
  });
});
