import { type RunningServer, startServer } from '../../support/server.js';
import { answerOf, ask, deliver, personal, posthorn } from './setup.js';

interface Answer {
  readonly stream: string;
  readonly entries: readonly {
    readonly stream: string;
    readonly type: string;
    readonly summary: string;
    readonly actor: object;
    readonly correlationId: string;
    readonly cause: object | null;
  }[];
}

describe('audit', () => {
  let server: RunningServer;
  let emailId: string;
  beforeAll(async () => {
    server = await startServer();
    emailId = await deliver(server);
  });
  afterAll(() => server.stop());

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

  it('prints the same for people, also under the full name of the stream', async () => {
    const { exitCode, stdout } = await posthorn(server.dataDir, ['audit', `email-${emailId}`]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('EmailDelivered');
    expect(stdout).toMatch(/by api-key \S+; request /);
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
    const { body } = await ask(server, server.key, '/domains');
    const { id: domain } = (body as { data: { id: string }[] }).data[0]!;
    expect(typesOf(await answerOf<Answer>(server.dataDir, ['audit', domain]))[0]).toBe('DomainCreated');
    const { entries } = await answerOf<Answer>(server.dataDir, ['audit', 'installation-main']);
    expect(entries[0]).toMatchObject({ type: 'InstallationCreated', actor: { kind: 'system', id: 'start' } });
  });

  it.each(['0195d6a0-0000-7000-8000-00000000000a', 'email-x', 'nothing'])('does not know %s', async (id) => {
    const ran = await posthorn(server.dataDir, ['audit', id, '--json']);
    expect(ran).toEqual({ exitCode: 1, stdout: '', stderr: `posthorn: Nothing is known under ${id}.\n` });
  });
});
