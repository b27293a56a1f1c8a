import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Readonly<Record<string, unknown>>;

export interface SmallOpenId {
  readonly issuer: string;
  /** The ID token of every sign-in: its claims beside those that follow from the request, and how it is signed. */
  token: { readonly claims: Json; readonly signedBy: 'own-key' | 'foreign-key' | 'client-secret' | 'nobody' };
  /** Nonce of the sign-in in progress. */
  nonce: string;
  close(): Promise<void>;
}

const keys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const encoded = (value: Json): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An OpenID provider that says what a certified one would not. */
export async function startSmallOpenId(clientId: string, clientSecret: string): Promise<SmallOpenId> {
  const [own, foreign] = [keys(), keys()];
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server: SmallOpenId = {
    issuer,
    token: { claims: {}, signedBy: 'own-key' },
    nonce: '',
    close: () => {
      http.closeAllConnections();
      return new Promise((resolve) => http.close(() => resolve()));
    },
  };

  function idToken(): string {
    const { claims, signedBy } = server.token;
    const alg = { 'own-key': 'ES256', 'foreign-key': 'ES256', 'client-secret': 'HS256', nobody: 'none' }[signedBy];
    const nowSeconds = Math.floor(Date.now() / 1000);
    const times = { iat: nowSeconds, exp: nowSeconds + 60 };
    const body = { iss: issuer, aud: clientId, nonce: server.nonce, ...times, ...claims };
    const signed = `${encoded({ alg, kid: 'a' })}.${encoded(body)}`;
    if (signedBy === 'nobody') return `${signed}.`;
    if (signedBy === 'client-secret')
      return `${signed}.${createHmac('sha256', clientSecret).update(signed).digest('base64url')}`;
    const key = (signedBy === 'own-key' ? own : foreign).privateKey;
    const signature = createSign('sha256').update(signed).sign({ key, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  }

  const answers: Readonly<Record<string, () => Json>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
    }),
    '/jwks': () => ({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'a', use: 'sig', alg: 'ES256' }] }),
    '/token': () => ({ access_token: 'a', token_type: 'bearer', id_token: idToken() }),
  };
  http.on('request', (request, response) => {
    const answer = answers[request.url ?? ''];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer?.() ?? {}));
  });
  return server;
}
