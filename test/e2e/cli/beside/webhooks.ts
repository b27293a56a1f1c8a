import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningServer } from '../../../support/server.js';
import { waitFor } from '../../../support/wait-for.js';
import { answerOf, ask, mail, posthorn } from '../setup.js';
import type { Beside } from './server.js';

interface Listed {
  readonly webhooks: readonly { readonly id: string; readonly host: string; readonly retrying: number }[];
}
interface Attempts {
  readonly attempts: readonly {
    readonly messageId: string;
    readonly status: number | null;
    readonly type: string;
    readonly emailId: string;
  }[];
}
interface Audited {
  readonly entries: readonly { readonly type: string; readonly summary: string; readonly actor: object }[];
  readonly attempts: Attempts['attempts'];
}

export const webhooks = (beside: Beside) =>
  describe('posthorn webhooks', () => {
    let receiver: Server;
    let server: RunningServer;
    let url: string;
    let status = 503;
    let received: string[] = [];

    beforeAll(async () => {
      receiver = createServer((request, response) => {
        received.push(String(request.headers['webhook-id']));
        request.resume().on('end', () => response.writeHead(status).end('a reply'));
      }).listen(0, '127.0.0.1');
      await once(receiver, 'listening');
      url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/a-secret-path`;
      server = beside.server();
    });
    afterAll(async () => {
      // The next parts send emails too, and nothing listens any more.
      for (const { id } of (await cli<Listed>('webhooks', 'list')).webhooks) await remove(id);
      receiver.closeAllConnections();
      receiver.close();
    });
    beforeEach(() => {
      received = [];
    });

    async function post<Answer>(path: string, body: object): Promise<Answer> {
      return (await ask(server, server.key, path, body)).body as Answer;
    }
    const remove = (id: string) => ask(server, server.key, `/webhooks/${id}`, undefined, 'DELETE');
    const cli = <Answer>(...args: readonly string[]): Promise<Answer> => answerOf<Answer>(server.dataDir, args);

    it('shows endpoints and what they were sent, and sends it again', async () => {
      status = 503;
      const { id } = await post<{ id: string }>('/webhooks', { endpoint: url, events: ['email.sent'] });
      const { id: emailId } = await post<{ id: string }>('/emails', mail);
      const { attempts } = await waitFor(
        () => cli<Attempts>('webhooks', 'attempts', id, '--status', '5xx'),
        (found) => found.attempts.length > 0,
      );
      const [failed] = attempts;
      expect(failed).toMatchObject({ status: 503, type: 'email.sent', emailId });
      const messageId = failed?.messageId ?? '';

      const { webhooks } = await waitFor(
        () => cli<Listed>('webhooks', 'list'),
        (found) => found.webhooks[0]?.retrying === 1,
      );
      const host = new URL(url).host;
      expect(webhooks).toMatchObject([{ id, host, status: 'enabled', why: null, retrying: 1 }]);
      const failing = await waitFor(
        () => posthorn(server.dataDir, ['webhooks', 'list']),
        ({ stdout }) => /enabled +1 +\d{4}-\S+Z/.test(stdout),
      );
      expect(failing.stdout).not.toContain('a-secret-path');

      status = 200;
      const before = received.length;
      const { replayId } = await cli<{ replayId: string }>('webhooks', 'replay', id, '--message', messageId);
      await waitFor(
        async () => received.slice(before),
        (found) => found.includes(messageId),
      );
      // The message's own retry may come first: it is another attempt.
      const replayed = new RegExp(`${messageId} +email\\.sent +1 +200 +[\\d.]+ +delivered +${emailId}`);
      await waitFor(
        () => posthorn(server.dataDir, ['webhooks', 'attempts', id, '--message', messageId]),
        (ran) => replayed.test(ran.stdout),
      );

      const audited = await waitFor(
        () => cli<Audited>('audit', id),
        ({ entries }) => entries.some(({ type }) => type === 'WebhookReplayCompleted'),
      );
      expect(audited.entries.map(({ type }) => type)).toEqual([
        'WebhookRegistered',
        'WebhookReplayRequested',
        'WebhookReplayBegun',
        'WebhookReplayCompleted',
      ]);
      expect(audited.entries[1]).toMatchObject({ actor: { kind: 'cli', id: 'webhooks replay' } });
      expect(audited.entries[1]?.summary).toContain(replayId);
      expect(audited.attempts.map((attempt) => attempt.status)).toEqual(expect.arrayContaining([200, 503]));
      const described = await posthorn(server.dataDir, ['audit', `webhook-${id}`]);
      expect(described.stdout).toContain('The last attempts:');
      expect(described.stdout).toContain(messageId);
    });

    it('sends again what happened since a time, and what was given up', async () => {
      // The endpoint of the test before would be disabled as well, and be taken for this one.
      for (const { id } of (await cli<Listed>('webhooks', 'list')).webhooks) await remove(id);
      status = 410;
      const since = new Date(Date.now() - 60_000).toISOString();
      const { id } = await post<{ id: string }>('/webhooks', { endpoint: url, events: ['email.delivered'] });
      await post('/emails', mail);
      const disabled = await waitFor(
        () => posthorn(server.dataDir, ['webhooks', 'list']),
        ({ stdout }) => stdout.includes('disabled (gone)'),
      );
      expect(disabled.stdout).toContain(id);
      const replay = ['webhooks', 'replay', id, '--failed-since', since];
      expect(await posthorn(server.dataDir, replay)).toMatchObject({
        exitCode: 1,
        stderr: expect.stringMatching('enable'),
      });

      status = 200;
      await fetch(`${server.url}/webhooks/${id}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'enabled' }),
      });
      received = [];
      await cli(...replay);
      const [failed] = await waitFor(
        async () => received,
        (found) => found.length === 1,
      );
      await cli('webhooks', 'replay', id, '--since', since, '--type', 'email.delivered');
      await waitFor(
        async () => received.filter((messageId) => messageId === failed),
        (found) => found.length === 2,
      );
      const audited = await cli<Audited>('audit', id);
      const types = audited.entries.map(({ type }) => type);
      expect(types).toEqual(expect.arrayContaining(['WebhookMessagesExhausted', 'WebhookDisabled', 'WebhookEnabled']));
    });

    it.each([
      [['attempts', 'x', '--limit', '0'], '--limit'],
      [['attempts', 'x', '--status', 'bad'], '--status'],
      [['replay', 'x'], '--message'],
      [['replay', 'x', '--since', 'soon'], '--since'],
      [['replay', 'x', '--message', 'm', '--type', 'email.sent'], '--type'],
    ])('refuses %j', async (args, named) => {
      const ran = await posthorn(server.dataDir, ['webhooks', ...args]);
      expect(ran).toMatchObject({ exitCode: 64, stderr: expect.stringContaining(named) });
    });
  });
