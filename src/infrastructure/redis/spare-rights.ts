import { Redis } from 'ioredis';
import { withTimeout } from '../../application/shared/timeout.js';

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
