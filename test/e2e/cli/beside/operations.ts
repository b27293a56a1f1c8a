import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningServer } from '../../../support/server.js';
import { waitFor } from '../../../support/wait-for.js';
import { answerOf, posthorn } from '../setup.js';
import type { Beside } from './server.js';

interface Made {
  readonly id: string;
}
interface Listed {
  readonly data: readonly (Made & { readonly name?: string })[];
}

/** What makes one of a resource, and what changes it. */
const resources = [
  { name: 'domains', create: ['--name', 'shop.example.net'], update: ['--open-tracking', 'no'] },
  { name: 'contacts', create: ['--email', 'cli@example.com'], update: ['--first-name', 'Ann'] },
  { name: 'segments', create: ['--name', 'Buyers'], update: ['--name', 'Readers'] },
  { name: 'topics', create: ['--name', 'News', '--default-subscription', 'opt_in'], update: ['--name', 'Weekly'] },
  { name: 'properties', create: ['--key', 'plan', '--type', 'string'], update: ['--fallback-value', '"free"'] },
  { name: 'templates', create: ['--name', 'Receipt', '--data'], update: ['--subject', 'Your order'] },
  { name: 'suppressions', create: ['--email', 'gone@example.com'], update: null },
  {
    name: 'webhooks',
    create: ['--endpoint', 'https://example.com/hooks', '--events', 'email.bounced'],
    update: ['--status', 'disabled'],
  },
] as const;

export const operations = (beside: Beside) =>
  describe('commands over the API', () => {
    let server: RunningServer;
    const body = () => join(server.dataDir, 'template-of-a-test.json');
    beforeAll(() => {
      server = beside.server();
      writeFileSync(body(), JSON.stringify({ html: '<p>Thanks</p>' }));
    });
    afterAll(() => rmSync(body()));

    it.each(resources)('$name are created, shown, changed, listed and removed', async ({ name, create, update }) => {
      const { dataDir } = server;
      const made = await answerOf<Made>(dataDir, [
        name,
        'create',
        ...create,
        ...(create.at(-1) === '--data' ? [body()] : []),
      ]);
      if (update !== null) await answerOf(dataDir, [name, 'update', made.id, ...update]);
      expect(await answerOf(dataDir, [name, 'show', made.id])).toMatchObject({ id: made.id });
      if (!['templates', 'webhooks'].includes(name)) {
        const { data } = await answerOf<Listed>(dataDir, [name, 'list', '--limit', '100']);
        expect(data.map(({ id }) => id)).toContain(made.id);
      }
      const before = await posthorn(dataDir, [name, 'remove', made.id]);
      expect(before).toMatchObject({ exitCode: 64, stderr: expect.stringContaining('Add --yes') });
      expect(await answerOf(dataDir, [name, 'remove', made.id, '--dry-run'])).toMatchObject({
        target: { id: made.id },
      });
      await answerOf(dataDir, [name, 'remove', made.id, '--yes']);
      const after = await posthorn(dataDir, [name, 'show', made.id]);
      expect(after).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringMatching(/404|There is no/) });
    });

    it('a list is a table for people', async () => {
      const { exitCode, stdout } = await posthorn(server.dataDir, ['keys', 'list']);
      expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringMatching(/^id +name +permission/) });
    });

    it('the key that the folder gives is one, stands in the list, and is made again where it was deleted', async () => {
      const { dataDir } = server;
      const own = async () => {
        const { data } = await answerOf<Listed>(dataDir, ['keys', 'list', '--limit', '100']);
        return data.filter(({ name }) => name === 'Command line').map(({ id }) => id);
      };
      const [first, ...others] = await own();
      expect(others).toEqual([]);
      await answerOf(dataDir, ['keys', 'remove', first!, '--yes']);
      // The next command makes it; the server's list follows within a second.
      const [second] = await waitFor(own, (ids) => ids.length > 0);
      expect(second).not.toBe(first);
    });

    it('asks for another team by --team, and by its own key', async () => {
      const { id: team } = await answerOf<Made>(server.dataDir, ['teams', 'create', 'Far away']);
      await answerOf(server.dataDir, ['contacts', 'create', '--email', 'far@example.com', '--team', team]);
      const theirs = await posthorn(server.dataDir, ['contacts', 'show', 'far@example.com', '--team', team]);
      const ours = await posthorn(server.dataDir, ['contacts', 'show', 'far@example.com']);
      expect([theirs.exitCode, ours.exitCode]).toEqual([0, 1]);
      const env = { POSTHORN_URL: server.url, POSTHORN_KEY: server.key };
      expect(await posthorn('/nothing/here', ['domains', 'list'], env)).toMatchObject({ exitCode: 0, stderr: '' });
      expect(await posthorn('/nothing/here', ['domains', 'list', '--team', team], env)).toMatchObject({
        exitCode: 64,
        stderr: expect.stringContaining('--team goes without a key'),
      });
    });

    it('sends the key of the folder to no address that somebody typed', async () => {
      const ran = await posthorn(server.dataDir, ['domains', 'list', '--url', server.url]);
      expect(ran).toEqual({ exitCode: 78, stdout: '', stderr: expect.stringContaining('No API key is given') });
    });

    it('looks an address up', async () => {
      await answerOf(server.dataDir, ['suppressions', 'create', '--email', 'bad@example.com']);
      const found = await answerOf(server.dataDir, ['lookup', 'bad@example.com']);
      expect(found).toMatchObject({ contact: null, suppression: { origin: 'manual' }, emails: [] });
      const nothing = await posthorn(server.dataDir, ['lookup', 'unknown@example.com']);
      expect(nothing).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('Suppressed   no') });
    });

    it('follows an email to its result, whichever it is', async () => {
      beside.relay.replies.set('full.example.org', '550 5.1.1 no such mailbox');
      const from = ['--from', 'Shop <shop@mail.example.com>'];
      const good = await posthorn(server.dataDir, ['send', '--test', '--to', 'ann@fine.example.org', ...from]);
      expect(good).toMatchObject({
        exitCode: 0,
        stdout: expect.stringMatching(/250 2\.0\.0 ok[\s\S]*Result: delivered\n$/),
      });
      const bad = await posthorn(server.dataDir, ['send', '--test', '--to', 'ann@full.example.org', ...from]);
      expect(bad).toMatchObject({
        exitCode: 1,
        stdout: expect.stringMatching(/550 5\.1\.1.*no such mailbox[\s\S]*Result: bounced\n$/),
      });
    });

    it('writes the request log to a new file', async () => {
      const file = join(server.dataDir, 'requests-of-a-test.csv');
      const args = ['logs', 'export', '--out', file, '--format', 'csv', '--method', 'POST'];
      const { requests } = await answerOf<{ requests: number }>(server.dataDir, args);
      const [head, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\r\n');
      expect(head).toBe('id,created_at,method,endpoint,response_status,error_name,duration_ms');
      expect(lines).toHaveLength(requests);
      expect(requests).toBeGreaterThan(0);
      expect(await posthorn(server.dataDir, args)).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('EEXIST'),
      });
      rmSync(file);
      expect(existsSync(file)).toBe(false);
    });

    it('shows one screen about the server', async () => {
      const { stdout } = await posthorn(server.dataDir, ['status'], { PORT: '1' });
      expect(stdout).toMatch(new RegExp(`^server +running for .* at ${server.url} \\(process \\d+\\), `));
      expect(stdout).toMatch(/^certificate +SMTP: valid for \d+ days, until \d{4}-\d\d-\d\d, self-signed/m);
      expect(stdout.split('\n').length).toBeLessThan(24);
    });
  });
