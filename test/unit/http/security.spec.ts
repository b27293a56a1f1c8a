import { afterEach, describe, expect, it } from '@jest/globals';
import { smallEmail } from '../../support/http-documents.js';
import { type HttpServer, sendingKey, startHttpServer } from '../../support/http-server.js';
import { waitFor } from '../../support/wait-for.js';

let server: HttpServer;
afterEach(() => server.close());

/** A server that says what it noted, each as `event reason address`. */
async function noting(trustedProxies: readonly string[] = []): Promise<readonly string[]> {
  const noted: string[] = [];
  server = await startHttpServer(
    { noteSecurityEvent: (event, { reason, address }) => void noted.push(`${event} ${reason} ${address}`) },
    trustedProxies,
  );
  return noted;
}

const settled = (noted: readonly string[], count: number) =>
  waitFor(
    async () => noted,
    (events) => events.length >= count,
  );

describe('what is noted of refusals', () => {
  it('is where they came from and why, and nothing of what was asked', async () => {
    const noted = await noting();
    await server.call('GET', '/emails', { key: null });
    await server.call('GET', '/emails', { key: 're_unknown' });
    await server.call('GET', '/api-keys', { key: sendingKey });
    server.application.acceptEmail = () => ({ refused: 'domain-not-verified', domain: 'example.com' });
    await server.call('POST', '/emails', { body: smallEmail });
    await server.call('GET', '/emails');
    expect(await settled(noted, 4)).toEqual([
      'key-refused missing_api_key 127.0.0.1',
      'key-refused validation_error 127.0.0.1',
      'key-refused restricted_api_key 127.0.0.1',
      'sender-refused domain-not-verified 127.0.0.1',
    ]);
  });

  it('names the client that a trusted proxy names', async () => {
    const noted = await noting(['127.0.0.0/8']);
    await server.call('GET', '/emails', { key: 're_unknown', headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(await settled(noted, 1)).toEqual(['key-refused validation_error 203.0.113.9']);
  });

  it('believes nobody else', async () => {
    const noted = await noting(['192.0.2.0/24']);
    await server.call('GET', '/emails', { key: 're_unknown', headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(await settled(noted, 1)).toEqual(['key-refused validation_error 127.0.0.1']);
  });
});

describe('wrong keys', () => {
  it('are answered later and later, and hold up no right one', async () => {
    const held: string[] = [];
    server = await startHttpServer({
      authFailures: {
        note(address) {
          held.push(address);
          return held.length === 1 ? 0 : 60_000;
        },
      },
    });
    expect(await server.call('GET', '/emails', { key: 're_unknown' })).toMatchObject({ status: 401 });
    let isAnswered = false;
    const second = server.call('GET', '/emails', { key: 're_unknown' }).then(
      () => (isAnswered = true),
      () => undefined,
    );
    await waitFor(
      async () => held.length,
      (count) => count === 2,
    );
    expect(await server.call('GET', '/emails')).toMatchObject({ status: 200 });
    expect(isAnswered).toBe(false);
    server.app.getHttpServer().closeAllConnections();
    await second;
    expect(held).toEqual(['127.0.0.1', '127.0.0.1']);
  });

  it('cost a hundred answers of a network before they are slowed', async () => {
    server = await startHttpServer();
    for (let tries = 0; tries < 100; tries += 1) {
      expect(await server.call('GET', '/emails', { key: 're_unknown' })).toMatchObject({ status: 401 });
    }
  });
});
