import { join } from 'node:path';
import type { CapturedMail } from '../../application/ports/captured-mail.js';
import { workerUrl } from '../system/worker-url.js';
import type { CatcherThreadSettings } from './catcher.worker.js';
import { startWriterThread } from '../sqlite/write-client.js';
import { CapturedMessages } from './captured-messages.js';
import { MessageReadings } from './message-readings.js';

/** What it keeps. */
export const catcherFile = (dataDir: string): string => join(dataDir, 'catcher.sqlite');

export interface CatcherSettings {
  readonly dataDir: string;
  /** Domains whose simulators (`bounced@…`) the catcher plays. */
  readonly sandboxDomains: readonly string[];
  /** Processor time to read one message. Default 2 s. */
  readonly readingTimeoutMs?: number;
  /** The catcher's thread has ended without having been closed. */
  readonly onGone?: (error: Error) => void;
}

export interface Catcher {
  /** Where it listens, on 127.0.0.1. */
  readonly port: number;
  readonly mail: CapturedMail;
  /** Close the transport first: a mail on its way is not waited for. */
  close(): Promise<void>;
}

const usualReadingTimeoutMs = 2_000;

/**
 * A receiver in its own thread that keeps its last 1,000 messages in `catcher.sqlite`. A 250 is given after the commit.
 */
export async function startCatcher(options: CatcherSettings): Promise<Catcher> {
  const { dataDir, sandboxDomains, readingTimeoutMs = usualReadingTimeoutMs, onGone } = options;
  const databasePath = catcherFile(dataDir);
  const settings: CatcherThreadSettings = { databasePath, sandboxDomains };
  const thread = startWriterThread(workerUrl(import.meta.url, './catcher.worker.js'), settings, onGone);
  const port = await thread.client.call<number>('port', null);
  const readings = new MessageReadings(databasePath, readingTimeoutMs);
  return {
    port,
    mail: new CapturedMessages(thread.client, readings, { readingMs: 2 * readingTimeoutMs }),
    async close() {
      await readings.close();
      await thread.close();
    },
  };
}
