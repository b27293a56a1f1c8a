import type { RunningServer } from '../../../support/server.js';
import { waitFor } from '../../../support/wait-for.js';
import { answerOf, ask, deliver, mail, personal, posthorn } from '../setup.js';
import type { Beside } from './server.js';

interface Answer {
  readonly stream: string;
  readonly entries: readonly {
    readonly stream: string;
    readonly type: string;
    readonly summary: string;
    readonly actor: object;
    readonly correlationId: string;
    readonly requestId: string | null;
    readonly because: readonly object[];
    readonly time: string;
    readonly conversation: string | null;
  }[];
  readonly at: string | null;
  readonly state: object | null;
}

export const audit = (beside: Beside) =>
  describe('audit', () => {
    let server: RunningServer;
    let emailId: string;
    beforeAll(async () => {
      server = beside.server();
      emailId = await deliver(server);
    });

    const typesOf = ({ entries }: Answer) => entries.map(({ type }) => type);

    it('tells what happened to a mail, who did it and why', async () => {
      const answer = await answerOf<Answer>(server.dataDir, ['audit', emailId]);
      expect(answer.stream).toBe(`email-${emailId}`);
      expect(typesOf(answer)).toEqual(['EmailAccepted', 'DeliveryAttemptStarted', 'EmailDelivered']);
      const [accepted, , delivered] = answer.entries;
      expect(accepted).toMatchObject({
        actor: { kind: 'api-key' },
        correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        summary: expect.stringMatching(new RegExp(`onboarding@resend.dev.*to delivered\\+ada.*"${personal.subject}"`)),
      });
      expect(delivered).toMatchObject({ actor: { kind: 'system' }, summary: expect.stringContaining('250') });
    });

    it('tells what was said where the receiver did not simply take the mail', async () => {
      const address = 'bounced+engine@resend.dev';
      const { body } = await ask(server, server.key, '/emails', { ...mail, to: address });
      const { id } = body as { id: string };
      const isBounced = async () =>
        ((await ask(server, server.key, `/emails/${id}`)).body as { last_event: string }).last_event === 'bounced';
      await waitFor(isBounced, Boolean);
      const { entries } = await answerOf<Answer>(server.dataDir, ['audit', id]);
      const said = entries.find(({ type }) => type === 'EmailBounced')?.conversation;
      expect(said).toMatch(/> RCPT TO:<bounced\+engine@resend\.dev>.*< 550 5\.1\.1 /s);
      expect(entries[0]?.conversation).toBeNull();
      const { stdout } = await posthorn(server.dataDir, ['audit', id]);
      expect(stdout).toContain(`  what was said:\n${said?.replace(/^/gm, '    ')}\n`);
      // A plain delivery is told by its claim and its reply.
      const plain = await posthorn(server.dataDir, ['audit', emailId]);
      expect(plain.stdout).not.toContain('what was said');
    });

    it('prints the same for people, also under the full name of the stream', async () => {
      const { exitCode, stdout } = await posthorn(server.dataDir, ['audit', `email-${emailId}`]);
      expect(exitCode).toBe(0);
      expect(stdout).toContain('EmailDelivered');
      expect(stdout).toMatch(/by api-key \S+; request /);
    });

    it('tells how it stood at a time, and what had happened by then', async () => {
      const { entries, state, at } = await answerOf<Answer>(server.dataDir, ['audit', emailId]);
      expect({ state, at }).toMatchObject({ at: null, state: { lastEvent: 'delivered', subject: personal.subject } });
      const accepted = entries[0]!.time;
      const then = await answerOf<Answer>(server.dataDir, ['audit', emailId, '--at', accepted]);
      expect(then).toMatchObject({ at: accepted, state: { lastEvent: 'queued' } });
      expect(typesOf(then)).toEqual(['EmailAccepted']);
      const earlier = await answerOf<Answer>(server.dataDir, ['audit', emailId, '--at', '2020-01-01T00:00:00+02:00']);
      expect(earlier).toMatchObject({ at: '2019-12-31T22:00:00.000Z', entries: [], state: null });
      const { stdout } = await posthorn(server.dataDir, ['audit', emailId, '--at', accepted]);
      expect(stdout).toContain(`State at ${accepted}:\n  id: ${emailId}\n`);
      expect(stdout).toContain('  lastEvent: queued\n');
      expect(stdout).toContain(`      address: ${personal.address}\n`);
    });

    it('tells the chain of causes of a mail of a batch, down to the request that the API answered', async () => {
      const answer = await fetch(`${server.url}/emails/batch`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
        body: JSON.stringify([mail, mail]),
      });
      const { data } = (await answer.json()) as { data: { id: string }[] };
      const { entries } = await answerOf<Answer>(server.dataDir, ['audit', data[1]!.id]);
      expect(entries[0]).toMatchObject({
        requestId: answer.headers.get('x-request-id'),
        because: [{ type: 'SubmissionAccepted', actor: { kind: 'api-key' } }],
      });
      const { stdout } = await posthorn(server.dataDir, ['audit', data[1]!.id]);
      expect(stdout).toMatch(/because of SubmissionAccepted in submission-\S+, \S+Z, by api-key \S+\n/);
      const { body } = await ask(server, server.key, `/dashboard-api/emails/${data[1]!.id}/history`);
      expect(body).toMatchObject({
        object: 'email_history',
        state: { id: data[1]!.id },
        data: expect.arrayContaining([
          expect.objectContaining({
            type: 'EmailAccepted',
            request_id: answer.headers.get('x-request-id'),
            because: [expect.objectContaining({ type: 'SubmissionAccepted' })],
          }),
        ]),
      });
    });

    it.each(['yesterday', '2026-03-02', '2026-03-02 10:00', '2026-03-02T10:00:00'])(
      'does not take %s for a time',
      async (at) => {
        const ran = await posthorn(server.dataDir, ['audit', emailId, '--at', at]);
        expect(ran).toMatchObject({
          exitCode: 64,
          stderr: expect.stringMatching(/--at takes .* ISO 8601 with its zone/),
        });
      },
    );

    it('lists as activity who changed what, narrowed as in the dashboard', async () => {
      const { id } = await answerOf<{ id: string }>(server.dataDir, ['keys', 'create', '--name', 'Of activity']);
      const options = ['activity', '--actor', 'cli', '--kind', 'apikey', '--resource', id];
      const { activity } = await waitFor(
        () => answerOf<{ activity: readonly object[] }>(server.dataDir, options),
        (found) => found.activity.length === 1,
      );
      expect(activity).toMatchObject([
        { type: 'ApiKeyCreated', actor: { kind: 'cli', id: 'keys create' }, resource: { kind: 'apikey', id } },
      ]);
      const { stdout } = await posthorn(server.dataDir, options);
      expect(stdout).toMatch(/posthorn keys create +API key “Of activity” created.* +apikey Of activity/);
      const none = await posthorn(server.dataDir, [...options, '--until', '2020-01-01T00:00:00Z']);
      expect(none).toMatchObject({ exitCode: 0, stdout: 'Nothing was changed.\n' });
      const wrong = await posthorn(server.dataDir, ['activity', '--since', 'yesterday']);
      expect(wrong).toMatchObject({ exitCode: 64, stderr: expect.stringContaining('--since takes') });
    });

    it('tells who made a key, and that it was deleted', async () => {
      const { id, token } = await answerOf<{ id: string; token: string }>(server.dataDir, [
        'keys',
        'create',
        '--name',
        'Short',
      ]);
      const { url } = server;
      await fetch(`${url}/api-keys/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${server.key}` } });
      const answer = await answerOf<Answer>(server.dataDir, ['audit', id]);
      expect(typesOf(answer)).toEqual(['ApiKeyCreated', 'ApiKeyDeleted']);
      expect(answer.entries[0]).toMatchObject({
        actor: { kind: 'cli', id: 'keys create' },
        summary: expect.stringContaining('"Short"'),
      });
      expect(answer.entries[1]).toMatchObject({ actor: { kind: 'api-key' } });
      expect(JSON.stringify(answer)).not.toContain(token);
    });

    it('finds teams, domains and the installation', async () => {
      const { id: team } = await answerOf<{ id: string }>(server.dataDir, ['teams', 'create', 'Looms']);
      expect(await answerOf<Answer>(server.dataDir, ['audit', team])).toMatchObject({
        stream: `team-${team}`,
        entries: [{ summary: 'Team "Looms" created' }],
      });
      const { body } = await ask(server, server.key, '/dashboard-api/domains');
      const { id: domain } = (body as { data: { id: string }[] }).data[0]!;
      const ofDomain = typesOf(await answerOf<Answer>(server.dataDir, ['audit', domain]));
      expect(ofDomain.slice(0, 2)).toEqual(['Reserved', 'DomainCreated']);
      const { entries } = await answerOf<Answer>(server.dataDir, ['audit', 'installation-main']);
      expect(entries[0]).toMatchObject({ type: 'InstallationCreated', actor: { kind: 'system', id: 'start' } });
    });

    it('tells by the address what happened to a contact, also once it is deleted and made again', async () => {
      const email = 'grace@example.com';
      const { body } = await ask(server, server.key, '/contacts', { email, unsubscribed: true });
      const { id } = body as { id: string };
      const path = `${server.url}/contacts/${email}`;
      const headers = { authorization: `Bearer ${server.key}` };
      expect((await fetch(path, { method: 'DELETE', headers })).status).toBe(200);
      const { body: second } = await ask(server, server.key, '/contacts', { email });
      // Its keys are destroyed within seconds.
      const answer = await waitFor(
        () => answerOf<Answer>(server.dataDir, ['audit', 'contact', 'Grace@Example.com']),
        ({ entries: [first] }) => first?.summary === 'Contact [erased] created',
      );
      expect(answer).toMatchObject({
        stream: `contact-${(second as { id: string }).id}`,
        state: { email },
        entries: [
          { stream: `contact-${id}`, type: 'ContactCreated', summary: 'Contact [erased] created' },
          { summary: 'Unsubscribed from all marketing (api-key)', actor: { kind: 'api-key' }, because: [] },
          { type: 'ContactDeleted', summary: 'Contact deleted' },
          { type: 'ContactCreated', summary: `Contact ${email} created`, requestId: expect.any(String) },
          { type: 'ContactUnsubscribed' },
        ],
      });
      const { stdout } = await posthorn(server.dataDir, ['audit', 'contact', email]);
      expect(stdout).toContain(`ContactDeleted (in contact-${id})\n  Contact deleted\n  by api-key `);
      const none = await posthorn(server.dataDir, ['audit', 'contact', 'no.one@example.com']);
      expect(none).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('never had a contact') });
    });

    it('tells who was in a segment at a time, and who joined and left since', async () => {
      const made = async (path: string, body: object) =>
        (await ask(server, server.key, path, body)).body as { id: string };
      const removed = (path: string) =>
        fetch(`${server.url}${path}`, { method: 'DELETE', headers: { authorization: `Bearer ${server.key}` } });
      const { id } = await made('/segments', { name: 'Customers' });
      const [first, second] = ['first@example.com', 'second@example.com'];
      const segments = [{ id }];
      const { id: firstId } = await made('/contacts', { email: first, segments });
      const { id: secondId } = await made('/contacts', { email: second, segments });
      interface History {
        readonly count: number;
        readonly members: readonly { readonly at: string; readonly contactId: string; readonly email: string | null }[];
        readonly joined: readonly object[];
        readonly left: readonly object[];
      }
      const history = (...options: string[]) => answerOf<History>(server.dataDir, ['audit', 'segment', id, ...options]);
      const before = await history();
      expect(before).toMatchObject({
        count: 2,
        members: [{ contactId: firstId, email: first }, { contactId: secondId }],
      });
      const then = new Date().toISOString();
      await removed(`/contacts/${first}/segments/${id}`);
      await removed(`/contacts/${second}`);
      const { id: third } = await made('/contacts', { email: 'third@example.com', segments });
      expect(await history('--at', then)).toMatchObject({
        count: 2,
        members: [{ contactId: firstId }, { contactId: secondId }],
      });
      expect(await history('--since', then)).toMatchObject({
        count: 1,
        members: [],
        joined: [{ contactId: third, by: { kind: 'api-key' } }],
        left: [{ contactId: firstId, email: first }, { contactId: secondId }],
      });
      const { stdout } = await posthorn(server.dataDir, ['audit', 'segment', id, '--since', then]);
      expect(stdout).toMatch(
        /^Customers: 1 contact at now\nJoined since .*:\n .*third@example.com {2}by api-key .*\nLeft since/,
      );
      const filter = { type: 'rule', field: 'unsubscribed', operator: 'eq', value: true };
      const { id: filtered } = await made('/segments', { name: 'Gone', filter });
      const declined = await posthorn(server.dataDir, ['audit', 'segment', filtered]);
      expect(declined).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('has a filter, and the log keeps no list'),
      });
    });

    it.each(['0195d6a0-0000-7000-8000-00000000000a', 'email-x', 'nothing'])('does not know %s', async (id) => {
      const ran = await posthorn(server.dataDir, ['audit', id, '--json']);
      expect(ran).toEqual({ exitCode: 1, stdout: '', stderr: `posthorn: Nothing is known under ${id}.\n` });
    });
  });
