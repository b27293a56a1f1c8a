import type { OutputState } from '../../application/server-trouble/judge-server.js';
import { serverTroubles, type ServerTrouble } from '../../application/server-trouble/server-trouble.js';
import { ReachedEndpoints, ServerWatch } from '../../application/server-trouble/server-watch.js';
import type { OwnCertificate } from './certificate.js';
import type { Config } from '../../infrastructure/config/config.js';
import { pathsIn } from '../../infrastructure/data-dir/data-dir.js';
import { fileInPlace } from '../../infrastructure/data-dir/disk-watch.js';
import type { WaitingAppends } from '../../infrastructure/event-store/waiting-appends.js';
import { systemClock } from '../../infrastructure/system/clock.js';
import { availableMemory } from '../../infrastructure/system/memory-limits.js';
import type { Logger } from '../../infrastructure/telemetry/logger.js';
import { readFileSync, readdirSync } from 'node:fs';

const lookEveryMs = 1_000;
/** What takes longer, as to count open files where there are many. */
const rareEveryLooks = 10;

export interface ServerHealth {
  open(): readonly ServerTrouble[];
  /** Nothing can be kept: DATA_DIR does not lead to the files that are open. */
  isFolderGone(): boolean;
  noteWebhook(webhookId: string, isTaken: boolean): void;
  stop(): void;
}

export interface WatchedServer {
  readonly config: Config;
  readonly appends: WaitingAppends;
  /** The operator's certificate; null where there is none. */
  readonly certificate: () => OwnCertificate | null;
  /** Milliseconds since the epoch; null: none is known. */
  readonly lastBackupAtMs: () => number | null;
  readonly outputState: () => OutputState;
  readonly logger: Logger;
}

/** What is wrong with this process and its surroundings: a line when it begins, and when it is over. */
export function watchServer({ config, appends, logger, ...asked }: WatchedServer): ServerHealth {
  const isEmbedded = config.engines === null;
  const isInPlace = isEmbedded ? fileInPlace(pathsIn(config.dataDir).eventLog) : () => null;
  const isBackedUp = isEmbedded && config.deliveryMode.kind !== 'capture';
  const mostBytes = availableMemory(config.memoryMb);
  const endpoints = new ReachedEndpoints();
  const watch = new ServerWatch({
    onBegun({ kind, fields }) {
      const { problem, remedy } = serverTroubles[kind];
      logger.warn({ trouble: kind, ...fields }, `${problem}. ${remedy}`);
    },
    onEnded: ({ kind }, lastedMs) => logger.warn({ trouble: kind, lastedMs }, `${serverTroubles[kind].ended}.`),
  });
  let looks = 0;
  let files: ReturnType<typeof openFiles> = null;
  let lastBackupAtMs: number | null = null;
  const look = (): void => {
    if (looks % rareEveryLooks === 0) {
      files = openFiles();
      lastBackupAtMs = isBackedUp ? asked.lastBackupAtMs() : null;
    }
    looks += 1;
    const monotonicMs = systemClock.monotonicMs();
    watch.take({
      nowMs: systemClock.now(),
      monotonicMs,
      isInPlace: isInPlace(),
      // Shared engines have a watch of their own.
      appendWaitsMs: isEmbedded ? appends.longestMs() : 0,
      memory: { usedBytes: process.memoryUsage.rss(), mostBytes },
      files,
      certificate: asked.certificate(),
      lastBackupAtMs,
      unreachableWebhooks: endpoints.unreachable(monotonicMs),
      output: asked.outputState(),
    });
  };
  const timer = setInterval(look, lookEveryMs);
  timer.unref();
  return {
    open: () => watch.open(),
    isFolderGone: () => watch.has('data-dir-gone'),
    noteWebhook: (webhookId, isTaken) => endpoints.note(webhookId, isTaken, systemClock.monotonicMs()),
    stop: () => clearInterval(timer),
  };
}

/**
 * Files and connections that this process has open, and how many it may have. @returns null where the system does not
 * say.
 */
function openFiles(): { readonly open: number; readonly most: number } | null {
  try {
    const most = Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
    // One is that of the look itself.
    return Number.isNaN(most) ? null : { open: readdirSync('/proc/self/fd').length - 1, most };
  } catch {
    return null;
  }
}
