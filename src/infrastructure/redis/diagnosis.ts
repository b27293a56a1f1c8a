import { Redis } from 'ioredis';
import type { EngineFailure, EngineFailureCause } from '../../application/engines/engine-failure.js';
import { onlyPlace, probeServers, type Servers } from '../engine-failure/probe-engine.js';
import { withTimeout } from '../../application/shared/timeout.js';

const engine = 'REDIS_URL';
const defaultPort = 6_379;
const answerMs = 3_000;

/** Why this Redis cannot be used: asks it once. */
export async function whyRedisFailed(url: string): Promise<EngineFailure> {
  const address = read(url);
  if (address === undefined) return { engine, cause: 'address-malformed', place: null };
  const { servers, hasPassword } = address;
  const place = onlyPlace(servers.hosts);
  // First: a server in the clear may take a TLS greeting for the beginning of a command.
  const error = await firstError(url);
  const known = causeOf(error ?? '', hasPassword);
  if (known !== undefined) return { engine, cause: known, place };
  return (await probeServers(servers)) ?? { engine, cause: error === undefined ? 'other' : 'silent', place };
}

/**
 * The first error of a new connection and one write, which those that serve begin with.
 * @returns undefined when both went well.
 */
async function firstError(url: string): Promise<string | undefined> {
  const client = new Redis(url, {
    connectTimeout: answerMs,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    enableReadyCheck: false,
  });
  let first: string | undefined;
  client.on('error', (error: Error) => {
    first ??= error.message;
  });
  try {
    await withTimeout(answerMs, client.set('posthorn:probe', '1', 'PX', 1_000));
    return first;
  } catch (error) {
    return first ?? (error instanceof Error ? error.message : String(error));
  } finally {
    client.disconnect();
  }
}

function read(url: string): { readonly servers: Servers; readonly hasPassword: boolean } | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, port, password, pathname, search, hash } = new URL(url);
  // A password that is not encoded ends the host early: what seems to be one may be a part of it.
  if (hostname === '' || `${pathname}${search}${hash}`.includes('@')) return undefined;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    servers: {
      engine,
      hosts: [{ host, port: port === '' ? defaultPort : Number(port) }],
      tls: protocol === 'rediss:',
      authorityFile: undefined,
      clearGreeting: 'PING\r\n',
    },
    hasPassword: password !== '',
  };
}

/** What Redis answers begins with a word of its own. */
function causeOf(answer: string, hasPassword: boolean): EngineFailureCause | undefined {
  if (/^WRONGPASS|invalid password/.test(answer)) return 'credentials-refused';
  if (answer.startsWith('NOAUTH')) return hasPassword ? 'credentials-refused' : 'credentials-needed';
  if (answer.startsWith('NOPERM')) return 'no-right';
  if (answer.startsWith('READONLY')) return 'read-only';
  return undefined;
}

/**
 * Asks the server once, on a connection of its own, and leaves nothing there. Rejects where no answer comes in time.
 */
export async function pingRedis(url: string): Promise<void> {
  await askOnce(url, (client) => client.ping());
}

/** Whether the user may read the server's settings, which no queue needs; null where the server asks for no user. */
export async function redisUserHasSpareRights(url: string): Promise<boolean | null> {
  try {
    await askOnce(url, (client) => client.config('GET', 'maxmemory'));
    return new URL(url).password === '' ? null : true;
  } catch (error) {
    return error instanceof Error && error.message.startsWith('NOPERM') ? false : null;
  }
}

async function askOnce(url: string, question: (client: Redis) => Promise<unknown>): Promise<void> {
  const client = new Redis(url, { connectTimeout: answerMs, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  // The rejected command says the same.
  client.on('error', () => undefined);
  try {
    await withTimeout(answerMs, question(client));
  } finally {
    client.disconnect();
  }
}
