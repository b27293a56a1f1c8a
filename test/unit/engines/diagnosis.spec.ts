import { categories } from '../../../src/programs/resources/resources.js';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EngineFailureCause, inSentences } from '../../../src/application/engines/engine-failure.js';
import { openEventStoreDb } from '../../../src/infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { whyEventStoreDbFailed } from '../../../src/infrastructure/event-store/eventstoredb/diagnosis.js';
import { connectMongodb } from '../../../src/infrastructure/mongodb/connect-mongodb.js';
import { whyMongodbFailed } from '../../../src/infrastructure/mongodb/diagnosis.js';
import { whyRedisFailed } from '../../../src/infrastructure/redis/diagnosis.js';
import { selfSigned } from '../../e2e/smtp-out/self-signed.js';
import { closedPort } from '../../support/closed-port.js';
import { startEventStoreStandIn, type StandInOptions } from '../../support/eventstore-stand-in/index.mjs';
import { expiredCertificate } from '../../support/expired-certificate.js';
import { loopbackCertificate } from '../../support/loopback-certificate.js';
import {
  listenWith,
  mongodbAnswering,
  redisAnswering,
  silence,
  type SmallServer,
} from '../../support/refusing-servers.js';

const otherHost = { certificate: selfSigned.cert, privateKey: selfSigned.key };
const password = 'hunter2-secret';

describe('why an engine cannot be used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-engines-'));
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const trusting = ({ certificate }: { readonly certificate: string }) => file('ca.pem', certificate);
  async function listening(...given: Parameters<typeof listenWith>): Promise<SmallServer> {
    const server = await listenWith(...given);
    closing.push(() => server.close());
    return server;
  }

  /** As a start does it. Answers the cause, and has seen that no word of it holds a password. */
  async function ofEventStore(url: string): Promise<EngineFailureCause> {
    const error = await (async () => {
      const store = openEventStoreDb({ categories, url });
      closing.push(() => store.close());
      return store.head();
    })().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeDefined();
    return told(await whyEventStoreDbFailed(url, error));
  }

  async function ofMongodb(url: string): Promise<EngineFailureCause> {
    const error = await connectMongodb(url, { serverSelectionTimeoutMs: 1_000 }).then(
      async (connection) => connection.close(),
      (reason: unknown) => reason,
    );
    expect(error).toBeDefined();
    return told(await whyMongodbFailed(url, error));
  }

  const ofRedis = async (url: string): Promise<EngineFailureCause> => told(await whyRedisFailed(url));

  function told(failure: Awaited<ReturnType<typeof whyRedisFailed>>): EngineFailureCause {
    const text = inSentences(failure);
    expect(text).toContain(failure.engine);
    expect(text).not.toContain('secret');
    expect(text).not.toContain('hunter2');
    return failure.cause;
  }

  describe('EventStoreDB', () => {
    async function standIn(options: Omit<StandInOptions, 'dir'> = {}): Promise<number> {
      const server = await startEventStoreStandIn({ dir: mkdtempSync(join(folder, 'log-')), ...options });
      closing.push(() => server.stop());
      return server.port;
    }
    const credentials = { user: 'posthorn', password };
    const tls = loopbackCertificate;

    it('names what lies on the way', async () => {
      const closed = await closedPort();
      expect(await ofEventStore(`esdb://127.0.0.1:${closed}?tls=false`)).toBe('no-listener');
      expect(await ofEventStore(`esdb://posthorn:${password}@no-such-host.invalid:2113`)).toBe('name-not-found');
      expect(
        await ofEventStore(`esdb+discover://localhost:${closed}?tls=false&maxDiscoverAttempts=1&discoveryInterval=1`),
      ).toBe('no-listener');
    });

    it('names what is wrong with TLS', async () => {
      const clear = await standIn();
      expect(await ofEventStore(`esdb://127.0.0.1:${clear}?tls=true`)).toBe('tls-to-clear-port');
      const secure = await standIn({ tls });
      expect(await ofEventStore(`esdb://127.0.0.1:${secure}?tls=false`)).toBe('clear-to-tls-port');
      expect(await ofEventStore(`esdb://localhost:${secure}?tls=true`)).toBe('certificate-untrusted');
      const missing = join(folder, 'missing.pem');
      expect(await ofEventStore(`esdb://localhost:${secure}?tlsCAFile=${missing}`)).toBe('authority-file-unreadable');
      const others = await standIn({ tls: otherHost });
      expect(await ofEventStore(`esdb://localhost:${others}?tlsCAFile=${trusting(otherHost)}`)).toBe(
        'certificate-of-other-host',
      );
      const expired = await standIn({ tls: expiredCertificate });
      expect(await ofEventStore(`esdb://localhost:${expired}?tlsCAFile=${trusting(expiredCertificate)}`)).toBe(
        'certificate-out-of-date',
      );
    });

    it('names what is wrong with the user', async () => {
      const options = `?tlsCAFile=${trusting(tls)}`;
      const secured = await standIn({ tls, credentials });
      expect(await ofEventStore(`esdb://localhost:${secured}${options}`)).toBe('credentials-needed');
      expect(await ofEventStore(`esdb://posthorn:hunter2@localhost:${secured}${options}`)).toBe('credentials-refused');
      const narrow = await standIn({ tls, credentials, refuses: 'all' });
      expect(await ofEventStore(`esdb://posthorn:${password}@localhost:${narrow}${options}`)).toBe('no-right');
    });

    it('names a cluster without a leader, and an address that says nothing', async () => {
      const follower = await standIn({ member: 'follower' });
      expect(await ofEventStore(`esdb://127.0.0.1:${follower}?tls=false`)).toBe('no-leader');
      expect(await ofEventStore(`esdb://posthorn:${password}@localhost:2113?tlsCaFile=x&misspelt=1`)).toBe(
        'address-malformed',
      );
    });

    it('says nothing of IP addresses as names of TLS', async () => {
      const warned: unknown[] = [];
      const listener = (warning: unknown) => warned.push(warning);
      process.on('warning', listener);
      const secure = await standIn({ tls });
      const store = openEventStoreDb({ categories, url: `esdb://127.0.0.1:${secure}?tlsCAFile=${trusting(tls)}` });
      closing.push(() => store.close());
      await store.head();
      process.off('warning', listener);
      expect(warned).toEqual([]);
    });
  });

  describe('MongoDB', () => {
    const user = `user:${password}@`;

    it('names what lies on the way', async () => {
      expect(await ofMongodb(`mongodb://${user}127.0.0.1:${await closedPort()}/posthorn`)).toBe('no-listener');
      expect(await ofMongodb(`mongodb://no-such-host.invalid/posthorn`)).toBe('name-not-found');
      expect(await ofMongodb(`mongodb://localhost/?misspelt=${password}`)).toBe('address-malformed');
      const { port } = await listening(silence);
      expect(await ofMongodb(`mongodb://127.0.0.1:${port}/posthorn`)).toBe('silent');
    });

    it('names what is wrong with TLS', async () => {
      const answer = mongodbAnswering({ code: 13 });
      const clear = await listening(answer);
      expect(await ofMongodb(`mongodb://127.0.0.1:${clear.port}/posthorn?tls=true`)).toBe('tls-to-clear-port');
      const secure = await listening(answer, loopbackCertificate);
      expect(await ofMongodb(`mongodb://127.0.0.1:${secure.port}/posthorn`)).toBe('clear-to-tls-port');
      expect(await ofMongodb(`mongodb://localhost:${secure.port}/posthorn?tls=true`)).toBe('certificate-untrusted');
      const others = await listening(answer, otherHost);
      const expired = await listening(answer, expiredCertificate);
      const trust = (port: number, pem: { readonly certificate: string }) =>
        `mongodb://localhost:${port}/posthorn?tls=true&tlsCAFile=${encodeURIComponent(trusting(pem))}`;
      expect(await ofMongodb(trust(others.port, otherHost))).toBe('certificate-of-other-host');
      expect(await ofMongodb(trust(expired.port, expiredCertificate))).toBe('certificate-out-of-date');
    });

    it('names what is wrong with the user, the member and the version', async () => {
      const refusing = await listening(mongodbAnswering({ code: 18, errmsg: 'Authentication failed.' }));
      expect(await ofMongodb(`mongodb://${user}127.0.0.1:${refusing.port}/posthorn`)).toBe('credentials-refused');
      const secured = await listening(mongodbAnswering({ code: 13, errmsg: 'command find requires authentication' }));
      expect(await ofMongodb(`mongodb://127.0.0.1:${secured.port}/posthorn`)).toBe('credentials-needed');
      const secondary = await listening(
        mongodbAnswering(
          { code: 10_107 },
          { isWritablePrimary: false, ismaster: false, secondary: true, setName: 'rs' },
        ),
      );
      expect(await ofMongodb(`mongodb://127.0.0.1:${secondary.port}/posthorn?directConnection=false`)).toBe(
        'no-leader',
      );
      expect(await ofMongodb(`mongodb://127.0.0.1:${secondary.port}/posthorn?directConnection=true`)).toBe('read-only');
      const old = await listening(mongodbAnswering({}, { maxWireVersion: 5 }));
      expect(await ofMongodb(`mongodb://127.0.0.1:${old.port}/posthorn`)).toBe('too-old');
    });
  });

  describe('Redis', () => {
    it('names what lies on the way', async () => {
      expect(await ofRedis(`redis://:${password}@127.0.0.1:${await closedPort()}`)).toBe('no-listener');
      expect(await ofRedis(`redis://:${password}@no-such-host.invalid`)).toBe('name-not-found');
      expect(await ofRedis(`redis://posthorn:12345/${password}@127.0.0.1`)).toBe('address-malformed');
      const { port } = await listening(silence);
      expect(await ofRedis(`redis://127.0.0.1:${port}`)).toBe('silent');
    });

    it('names what is wrong with TLS', async () => {
      const answer = redisAnswering('+OK');
      const clear = await listening(answer);
      expect(await ofRedis(`rediss://127.0.0.1:${clear.port}`)).toBe('tls-to-clear-port');
      const secure = await listening(answer, loopbackCertificate);
      expect(await ofRedis(`redis://127.0.0.1:${secure.port}`)).toBe('clear-to-tls-port');
      expect(await ofRedis(`rediss://localhost:${secure.port}`)).toBe('certificate-untrusted');
    });

    it.each([
      [`:${password}@`, '-WRONGPASS invalid username-password pair or user is disabled.', 'credentials-refused'],
      ['', '-NOAUTH Authentication required.', 'credentials-needed'],
      ['', "-NOPERM this user has no permissions to run the 'set' command", 'no-right'],
      ['', "-READONLY You can't write against a read only replica.", 'read-only'],
    ] as const)('names what is wrong with user or member: %s%s', async (user, line, cause) => {
      const { port } = await listening(redisAnswering(line));
      expect(await ofRedis(`redis://${user}127.0.0.1:${port}`)).toBe(cause);
    });
  });
});
