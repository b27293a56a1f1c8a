import * as answers from '../../../support/answers.js';
import { addTeam } from '../../../support/second-team.js';
import type { RunningServer } from '../../../support/server.js';
import { waitFor } from '../../../support/wait-for.js';
import { type Posthorn, posthornAt } from '../../delivery/setup.js';
import { answerOf, posthorn } from '../setup.js';
import type { Beside } from './server.js';

interface Listed {
  readonly lines: readonly {
    readonly domain: string | null;
    readonly mxSet: string | null;
    readonly due: number;
    readonly waiting: number;
    readonly lastReply: string | null;
    readonly paused: object | null;
  }[];
  readonly pauses: readonly object[];
}
interface Moved {
  readonly mails: number;
  readonly recipients: number;
}
interface Audited {
  readonly entries: readonly { readonly type: string; readonly summary: string; readonly actor: object }[];
}

export const queue = (beside: Beside) =>
  describe('posthorn queue', () => {
    const { relay } = beside;
    const { replies } = relay;
    let server: RunningServer;
    let api: Posthorn;
    beforeAll(() => {
      server = beside.server();
      api = posthornAt(server);
    });

    const send = (to: string): Promise<string> =>
      api.send({ from: 'shop@mail.example.com', to, subject: 'Order 7', text: 'Thank you.' });
    const list = (): Promise<Listed> => answerOf<Listed>(server.dataDir, ['queue', 'list']);
    const lineOf = async (domain: string) => (await list()).lines.find((line) => line.domain === domain);
    const received = (to: string): number =>
      relay.messages.filter(({ recipients }) => recipients.some((address) => address.includes(to))).length;

    it('shows what waits and why, and makes it due by destination', async () => {
      replies.set('late.example.net', '451 4.7.1 not now');
      const id = await send('ada@late.example.net');
      await api.until(id, 'delivery_delayed');
      const line = await waitFor(
        () => lineOf('late.example.net'),
        (found) => found?.waiting === 1,
      );
      expect(line).toMatchObject({ mxSet: 'relay', due: 0, lastReply: '451 4.7.1 at rcpt', paused: null });
      const { stdout } = await posthorn(server.dataDir, ['queue', 'list']);
      expect(stdout).toMatch(/^late\.example\.net +relay +0 +1 +0 +\S+Z +451 4\.7\.1 at rcpt$/m);

      replies.delete('late.example.net');
      const retry = ['queue', 'retry', '--destination', 'late.example.net', '--reason', 'they work again'];
      expect(await answerOf<Moved>(server.dataDir, retry)).toMatchObject({ mails: 1, recipients: 1 });
      await api.until(id, 'delivered');
      const { entries } = await answerOf<Audited>(server.dataDir, ['audit', id]);
      expect(entries.find(({ type }) => type === 'EmailRetried')).toMatchObject({
        actor: { kind: 'cli', id: 'queue retry' },
        summary: expect.stringContaining('they work again'),
      });
      expect((await posthorn(server.dataDir, retry)).exitCode).toBe(1);
    });

    it('shows each team what waits of its own, with the reason of a pause', async () => {
      const seenBy = async (key: string) => {
        const { body } = await posthornAt({ url: server.url, key }).call('GET', '/dashboard-api/queue');
        return answers.queue.parse(body);
      };
      const stranger = await addTeam(server, 'Second team');
      replies.set('slow.example.net', '451 4.7.1 not now');
      const id = await send('ada@slow.example.net');
      await api.until(id, 'delivery_delayed');
      const pause = ['--destination', 'slow.example.net', '--reason', 'they asked for a break'];
      await answerOf(server.dataDir, ['queue', 'pause', ...pause]);
      const seen = await waitFor(
        () => seenBy(server.key),
        ({ data }) => data.some(({ waiting }) => waiting === 1),
      );
      expect(seen).toMatchObject({
        complete: true,
        data: [
          {
            domain: 'slow.example.net',
            due: 0,
            waiting: 1,
            in_attempt: 0,
            last_reply: '451 4.7.1 at rcpt',
            paused: { until: null, reason: 'they asked for a break' },
            first_email_id: id,
          },
        ],
      });
      expect(await seenBy(stranger)).toEqual({ object: 'queue', complete: true, data: [], pauses: [] });
      await answerOf(server.dataDir, ['queue', 'resume', '--destination', 'slow.example.net']);
      await answerOf(server.dataDir, [
        'queue',
        'drop',
        '--yes',
        '--destination',
        'slow.example.net',
        '--reason',
        'seen enough',
      ]);
      await waitFor(
        () => seenBy(server.key),
        ({ data }) => data.length === 0,
      );
    });

    it.each([
      ['a destination', ['--destination', 'shop.example.net'], 'shop.example.net'],
      ['an MX set', ['--mx', 'relay'], 'market.example.net'],
    ])('pauses %s at a running server, and sends at once what waited', async (_what, target, domain) => {
      const heard = '"pauses":1';
      const heardBefore = server.output().split(heard).length;
      const pause = ['queue', 'pause', ...target, '--reason', 'they asked for a break'];
      expect(await answerOf(server.dataDir, pause)).toMatchObject({ paused: true, changed: true });
      expect((await list()).pauses).toMatchObject([{ reason: 'they asked for a break', until: null }]);
      await waitFor(
        async () => server.output().split(heard).length,
        (parts) => parts > heardBefore,
      );
      const id = await send(`bea@${domain}`);
      await waitFor(
        () => lineOf(domain),
        (line) => line?.due === 1,
      );
      const elsewhere = await send('delivered@resend.dev');
      await api.until(elsewhere, 'delivered');
      expect(received(`bea@${domain}`)).toBe(0);
      expect((await api.email(id)).last_event).toBe('queued');

      const resume = ['queue', 'resume', ...target];
      expect(await answerOf(server.dataDir, resume)).toMatchObject({ paused: false, changed: true });
      await api.until(id, 'delivered');
      expect(received(`bea@${domain}`)).toBe(1);
      expect((await posthorn(server.dataDir, resume)).exitCode).toBe(1);
      const { entries } = await answerOf<Audited>(server.dataDir, ['audit', 'queue-main']);
      expect(entries.slice(-2).map(({ type }) => type)).toEqual(['QueuePaused', 'QueueResumed']);
    });

    it('drops what waits, with who did it and why', async () => {
      replies.set('gone.example.net', '451 4.7.1 not now');
      const id = await send('cyd@gone.example.net');
      await api.until(id, 'delivery_delayed');
      await waitFor(
        () => lineOf('gone.example.net'),
        (line) => line?.waiting === 1,
      );
      const drop = ['queue', 'drop', '--yes', '--mx', 'relay', '--reason', 'no longer wanted'];
      expect(await answerOf<Moved>(server.dataDir, drop)).toMatchObject({ mails: 1, recipients: 1 });
      expect((await api.email(id)).last_event).toBe('failed');
      const { entries } = await answerOf<Audited>(server.dataDir, ['audit', id]);
      expect(entries.at(-1)).toMatchObject({
        type: 'EmailFailed',
        actor: { kind: 'cli', id: 'queue drop' },
        summary: expect.stringContaining('dropped manually (no longer wanted)'),
      });
      await waitFor(
        () => lineOf('gone.example.net'),
        (line) => line === undefined,
      );
    });

    it('brings back a mail that was given up unknown, where it is named itself', async () => {
      relay.unanswered = true;
      const id = await send('dot@unknown.example.net');
      await api.until(id, 'failed');
      relay.unanswered = false;
      const retry = ['queue', 'retry', '--email', id, '--reason', 'they say it never came'];
      expect(await answerOf<Moved>(server.dataDir, retry)).toMatchObject({ mails: 1, recipients: 1 });
      await api.until(id, 'delivered');
      expect(received('dot@unknown.example.net')).toBe(2);
    });

    it.each([
      [['queue', 'pause', '--reason', 'x'], 64],
      [['queue', 'pause', '--mx', 'relay', '--destination', 'a.test', '--reason', 'x'], 64],
      [['queue', 'pause', '--mx', 'relay', '--reason', ' '], 64],
      [['queue', 'pause', '--mx', 'relay', '--reason', 'x', '--until', 'tomorrow'], 64],
      [['queue', 'drop', '--yes', '--destination', 'no domain', '--reason', 'x'], 64],
      [['queue', 'retry', '--email', '0195d6a0-0000-7000-8000-00000000ffff', '--reason', 'x'], 1],
    ])('refuses %j with exit code %i', async (args, exitCode) => {
      const ran = await posthorn(server.dataDir, args);
      expect(ran).toMatchObject({ exitCode, stdout: '' });
      expect(ran.stderr).not.toBe('');
    });
  });
