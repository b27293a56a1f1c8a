import { eventually } from '../../../support/gate.js';
import type { RunningServer } from '../../../support/server.js';
import { untilListed } from '../../../support/until-listed.js';
import { waitFor } from '../../../support/wait-for.js';
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/webhook-receiver.js';
import { answerOf, ask, deliver, filesWith, formsOf, mail, posthorn } from '../setup.js';
import type { Beside } from './server.js';

const address = 'delivered+zelda.quux@resend.dev';
/** What names her, as any file may hold it. */
const traces = ['zelda.quux', 'Zeldamarie', 'Quuxborough-on-Sea'].flatMap(formsOf);
const other = 'delivered+bob@resend.dev';

export const person = (beside: Beside) =>
  describe('a person', () => {
    let server: RunningServer;
    let dataDir: string;
    /** A team of its own: what the others have made is none of hers. */
    let ofTeam: readonly string[];
    let receiver: WebhookReceiver;
    beforeAll(async () => {
      receiver = await startWebhookReceiver();
      ({ dataDir } = beside.server());
      const { id } = await answerOf<{ id: string }>(dataDir, ['teams', 'create', 'Works']);
      ofTeam = ['--team', id];
      const { token } = await answerOf<{ token: string }>(dataDir, ['keys', 'create', ...ofTeam]);
      server = { ...beside.server(), key: token };
    });
    afterAll(() => receiver.close());

    async function made(path: string, body: object): Promise<string> {
      const asked = await ask(server, server.key, path, body);
      expect(asked.status).toBeLessThan(300);
      return (asked.body as { id: string }).id;
    }

    /** She is in a file of contacts, in a row of it that failed, and in the contact that it made. */
    async function imported(segmentId: string): Promise<string> {
      const file = [
        'email,first_name,town',
        `${address},Zeldamarie,Quuxborough-on-Sea`,
        `Zeldamarie <${address},Zeldamarie,Quuxborough-on-Sea`,
        `${other},Bob,Ulm`,
      ].join('\n');
      const form = new FormData();
      form.append('file', new File([file], 'contacts.csv', { type: 'text/csv' }));
      form.append('segments', JSON.stringify([{ id: segmentId }]));
      const columns = {
        email: 'email',
        first_name: 'first_name',
        properties: { town: { column: 'town', type: 'string' } },
      };
      form.append('column_map', JSON.stringify(columns));
      const headers = { authorization: `Bearer ${server.key}` };
      const answer = await fetch(`${server.url}/contacts/imports`, { method: 'POST', headers, body: form });
      const { id } = (await answer.json()) as { id: string };
      await waitFor(
        async () =>
          (await ask(server, server.key, `/contacts/imports/${id}`)).body as { status: string; counts: object },
        ({ status }) => status === 'completed',
      );
      const { body } = await ask(server, server.key, `/contacts/imports/${id}`);
      expect(body).toMatchObject({ counts: { created: 2, failed: 1 } });
      return id;
    }

    let importId: string;
    let emailId: string;
    let topicId: string;
    beforeAll(async () => {
      await made('/webhooks', {
        endpoint: receiver.url('/told'),
        events: ['contact.created', 'contact.updated', 'email.delivered'],
      });
      const segmentId = await made('/segments', { name: 'Customers' });
      topicId = await made('/topics', { name: 'Looms', default_subscription: 'opt_in' });
      importId = await imported(segmentId);
      // What a program asks with her address: in a path, a query, a body that is refused.
      await fetch(`${server.url}/contacts/${encodeURIComponent(address)}/topics`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ topics: [{ id: topicId, subscription: 'opt_out' }] }),
      });
      expect((await ask(server, server.key, `/contacts/${address}`)).status).toBe(200);
      await ask(server, server.key, '/contacts?search=Zeldamarie');
      await ask(server, server.key, '/contacts', {
        email: address,
        first_name: 'Zeldamarie',
        properties: { none: 'Quuxborough-on-Sea' },
      });
      await made('/segments', {
        name: 'One',
        filter: { type: 'rule', field: 'email', operator: 'eq', value: address },
      });
      emailId = await deliver(server, { ...mail, to: [`Zeldamarie <${address}>`], text: 'Quuxborough-on-Sea' });
      await deliver(server, { ...mail, to: [other, address] });
      await receiver.until('/told', 2);
      const exportId = await made('/dashboard-api/exports', { kind: 'emails', filters: { search: address } });
      await waitFor(
        async () => (await ask(server, server.key, `/dashboard-api/exports/${exportId}`)).body as { state: string },
        ({ state }) => state === 'finished',
      );
      await untilListed(server.url);
    });

    it('is exported in one file, without the others who got the same emails', async () => {
      const exported = await answerOf<object>(dataDir, ['export', address, ...ofTeam]);
      expect(exported).toMatchObject({
        object: 'person_export',
        address,
        contact: { email: address, first_name: 'Zeldamarie', properties: { town: 'Quuxborough-on-Sea' } },
        segments: [{ name: 'Customers' }],
        topics: [{ name: 'Looms', subscription: 'opt_out' }],
        consents: [{ answer: 'no', topic: { name: 'Looms' }, means: 'api-key' }],
        history: expect.arrayContaining([expect.objectContaining({ summary: `Contact ${address} created` })]),
        imports: [{ id: importId, file_name: 'contacts.csv' }],
        suppression: null,
        emails: [
          { role: 'to', status: 'delivered' },
          {
            id: emailId,
            person: `Zeldamarie <${address}>`,
            events: expect.arrayContaining([expect.objectContaining({ type: 'EmailDelivered' })]),
          },
        ],
        emails_complete: true,
      });
      expect(JSON.stringify(exported)).not.toMatch(/bob|Ulm/);
      const path = `/dashboard-api/contacts/${encodeURIComponent(address)}/export`;
      const { status, body } = await ask(server, server.key, path);
      const { data, html } = body as { readonly data: object; readonly html: string };
      expect(status).toBe(200);
      expect({ ...data, exported_at: null }).toEqual({ ...exported, exported_at: null });
      expect(html).toContain('<dt>town</dt><dd>Quuxborough-on-Sea</dd>');
      const unknown = await posthorn(dataDir, ['export', 'no.one@example.com', ...ofTeam, '--json']);
      expect(unknown).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('keeps nothing') });
    });

    it('is erased from every file and every line of the log, and nothing else is lost', async () => {
      expect(filesWith(dataDir, traces).length).toBeGreaterThan(0);
      await answerOf(dataDir, ['erase', '--yes', address]);
      await eventually(async () => (await ask(server, server.key, `/contacts/${address}`)).status === 404);
      await eventually(async () => {
        const { body } = await ask(server, server.key, '/dashboard-api/exports');
        return (body as { data: readonly object[] }).data.length === 0;
      });
      await eventually(() => filesWith(dataDir, traces, 'read.sqlite').length === 0);
      expect(await ask(server, server.key, `/contacts/${other}`)).toMatchObject({
        body: { first_name: 'Bob', properties: { town: { value: 'Ulm' } } },
      });
      expect(await answerOf(dataDir, ['replay', '--compare'])).toMatchObject({ difference: null });
      expect(await server.stop()).toBe(0);
      expect(filesWith(dataDir, traces)).toEqual([]);
      const lines = Buffer.from(server.output());
      expect(traces.filter((trace) => lines.includes(trace))).toEqual([]);
      expect(await answerOf(dataDir, ['verify'])).toMatchObject({ ok: true });
      await answerOf(dataDir, ['replay']);
      expect(filesWith(dataDir, traces)).toEqual([]);
    });
  });
