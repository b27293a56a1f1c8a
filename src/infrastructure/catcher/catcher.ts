import { join } from 'node:path';
import type { CapturedMail, CapturedMessage } from '../../application/ports/captured-mail.js';
import { workerUrl } from '../system/worker-url.js';
import type { CatcherThreadSettings } from './catcher.worker.js';
import { startWriterThread } from '../sqlite/write-client.js';

export interface CatcherSettings {
  readonly dataDir: string;
  /** Domains whose simulators (`bounced@…`) the catcher plays. */
  readonly sandboxDomains: readonly string[];
  /** The catcher's thread has ended although nobody closed it. */
  readonly onGone?: (error: Error) => void;
}

export interface Catcher {
  /** Where it listens, on 127.0.0.1. */
  readonly port: number;
  readonly mail: CapturedMail;
  /** Close the transport first: a mail on its way is not waited for. */
  close(): Promise<void>;
}

/** A receiver in its own thread that keeps its last 1,000 messages in `catcher.sqlite`. A 250 is given after the commit. */
export async function startCatcher({ dataDir, sandboxDomains, onGone }: CatcherSettings): Promise<Catcher> {
  const settings: CatcherThreadSettings = { databasePath: join(dataDir, 'catcher.sqlite'), sandboxDomains };
  const thread = startWriterThread(workerUrl(import.meta.url, './catcher.worker.js'), settings, onGone);
  const { client } = thread;
  return {
    port: await client.call<number>('port', null),
    mail: {
      async forEmail(emailId) {
        const messages = await client.call<readonly CapturedMessage[]>('forEmail', emailId);
        // A buffer comes out of another thread as plain bytes.
        return messages.map((message) => ({ ...message, raw: Buffer.from(message.raw) }));
      },
      async forget(emailIds) {
        if (emailIds.length > 0) await client.call<void>('forget', emailIds);
      },
      empty: () => client.call<void>('empty', null),
    },
    close: () => thread.close(),
  };
}
