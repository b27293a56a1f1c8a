import { Browser } from '../../support/browser.js';
import { type RunningServer, startServer } from '../../support/server.js';
import { waitFor } from '../../support/wait-for.js';
import { answerOf } from '../cli/setup.js';

export const password = 'a long and quiet password';
export const admin = { email: 'ada@example.com', name: 'Ada', password };

export interface PeopleServer {
  server(): RunningServer;
  /** The first person of the installation, signed in. */
  admin(): Browser;
  /**
   * A person of the first team with this role, signed in. The operator has vouched for the address, since no mail
   * leaves these servers.
   */
  person(role: 'admin' | 'member' | 'read-only', email: string): Promise<Browser>;
}

/** A server of its own whose first person came by the link that the start printed. */
export function usePeople(env: Readonly<Record<string, string>> = {}): PeopleServer {
  let server: RunningServer | undefined;
  let first: Browser | undefined;
  const running = (): RunningServer => {
    if (server === undefined) throw new Error('the server does not run');
    return server;
  };
  const signedIn = (): Browser => {
    if (first === undefined) throw new Error('nobody is signed in');
    return first;
  };
  beforeAll(async () => {
    server = await startServer({ env });
    first = new Browser(server.url);
    const token = setUpTokenIn(server);
    const made = await first.call('POST', '/dashboard-api/set-up', { token, ...admin });
    expect(made).toMatchObject({ status: 201, body: { state: 'signed_in' } });
    await first.session();
  });
  afterAll(() => server?.stop());
  return {
    server: running,
    admin: signedIn,
    async person(role, email) {
      const invited = await signedIn().call('POST', '/dashboard-api/invitations', { email, role });
      expect(invited).toMatchObject({ status: 201 });
      const browser = new Browser(running().url);
      const accepted = await browser.call('POST', '/dashboard-api/invitations/accept', {
        token: tokenIn(invited.body['url']),
        name: email,
        password,
      });
      expect(accepted).toMatchObject({ status: 200, body: { state: 'signed_in' } });
      const { user } = await vouchedFor(browser, running().dataDir, email);
      if (role === 'admin') {
        const promoted = await signedIn().call('PATCH', `/dashboard-api/people/${user.id}`, { role });
        expect(promoted).toMatchObject({ status: 200 });
      }
      return browser;
    },
  };
}

/** Until the running server has seen it. */
export async function vouchedFor(browser: Browser, dataDir: string, email: string) {
  await answerOf(dataDir, ['users', 'vouch', email]);
  const { body } = await waitFor(
    () => browser.session(),
    (answer) => (answer.body as unknown as SessionBody).user.address_proven,
  );
  return body as unknown as SessionBody;
}

interface SessionBody {
  readonly user: { readonly id: string; readonly address_proven: boolean };
}

export function setUpTokenIn(server: Pick<RunningServer, 'output'>): string {
  return tokenIn(/\S+\/dashboard\/set-up\S+/.exec(server.output())?.[0]);
}

export function tokenIn(url: unknown): string {
  return new URL(String(url)).searchParams.get('token') ?? '';
}
