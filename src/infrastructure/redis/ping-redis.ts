import { Redis } from 'ioredis';
import { withTimeout } from '../../application/shared/timeout.js';

/**
 * Asks the server once, on a connection of its own, and leaves nothing there. Rejects where no answer comes in time.
 */
export async function pingRedis(url: string, timeoutMs: number): Promise<void> {
  const client = new Redis(url, { connectTimeout: timeoutMs, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  // The rejected command says the same.
  client.on('error', () => undefined);
  try {
    await withTimeout(timeoutMs, client.ping());
  } finally {
    client.disconnect();
  }
}

/** Whether the user may read the server's settings, which no queue needs; null where the server asks for no user. */
export async function redisUserHasSpareRights(url: string, timeoutMs: number): Promise<boolean | null> {
  const client = new Redis(url, { connectTimeout: timeoutMs, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  client.on('error', () => undefined);
  try {
    await withTimeout(timeoutMs, client.config('GET', 'maxmemory'));
    return new URL(url).password === '' ? null : true;
  } catch (error) {
    return error instanceof Error && error.message.startsWith('NOPERM') ? false : null;
  } finally {
    client.disconnect();
  }
}
