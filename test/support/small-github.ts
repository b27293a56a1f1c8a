import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GitHubAccount {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly emails: readonly { readonly email: string; readonly primary: boolean; readonly verified: boolean }[];
}

export interface SmallGitHub {
  readonly url: string;
  account: GitHubAccount;
  close(): Promise<void>;
}

/**
 * What a GitHub Enterprise Server says at sign-in, as its documentation has it: OAuth with PKCE, failures of the token
 * endpoint with status 200, and two reads of its API. Everybody is `account`.
 */
export async function startSmallGitHub(
  client: { readonly clientId: string; readonly clientSecret: string },
  account: GitHubAccount,
): Promise<SmallGitHub> {
  const codes = new Map<string, { readonly challenge: string; readonly redirectUri: string }>();
  const tokens = new Set<string>();
  let made = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://github.test');
    const json = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
    };
    if (pathname === '/login/oauth/authorize') {
      const redirectUri = searchParams.get('redirect_uri') ?? '';
      const code = `code-${(made += 1)}`;
      codes.set(code, { challenge: searchParams.get('code_challenge') ?? '', redirectUri });
      const back = new URL(redirectUri);
      back.searchParams.set('code', code);
      back.searchParams.set('state', searchParams.get('state') ?? '');
      return void response.writeHead(302, { location: back.href }).end();
    }
    if (pathname === '/login/oauth/access_token') {
      const form = new URLSearchParams(await textOf(request));
      const code = form.get('code') ?? '';
      const issued = codes.get(code);
      codes.delete(code);
      if (form.get('client_id') !== client.clientId || form.get('client_secret') !== client.clientSecret) {
        return json(200, { error: 'incorrect_client_credentials' });
      }
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (issued?.challenge !== challenge || issued.redirectUri !== form.get('redirect_uri')) {
        return json(200, { error: 'bad_verification_code' });
      }
      const token = `gho_${(made += 1)}`;
      tokens.add(token);
      return json(200, { access_token: token, scope: 'read:user,user:email', token_type: 'bearer' });
    }
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!tokens.has(token)) return json(401, { message: 'Bad credentials' });
    // GitHub's API refuses a request without a user agent.
    if (request.headers['user-agent'] === undefined) return json(403, { message: 'no user agent' });
    const { emails, ...user } = github.account;
    if (pathname === '/api/v3/user') return json(200, { ...user, email: null });
    return pathname === '/api/v3/user/emails' ? json(200, emails) : json(404, { message: 'Not Found' });
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const github: SmallGitHub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    account,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return github;
}

async function textOf(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
