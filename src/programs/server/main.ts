import { writeFileSync } from 'node:fs';
import { ConfigError, type Config } from '../../infrastructure/config/config.js';
import { configWarnings, readConfig } from '../../infrastructure/config/load.js';
import { createLogger, type Logger } from '../../infrastructure/telemetry/logger.js';
import { StartRefused } from '../../application/installation/establish-installation.js';
import { DataDirHalfRestored, DataDirInUse } from '../../infrastructure/data-dir/data-dir.js';
import { removeServerAddress, writeServerAddress } from '../../infrastructure/data-dir/server-address.js';
import { keepRoomToMainThread } from '../../infrastructure/system/modest-worker.js';
import { CertificateUnusable } from '../../infrastructure/smtp-in/certificate.js';
import { DataDirUnusable } from '../../infrastructure/data-dir/usable.js';
import { PortNotTaken } from '../../infrastructure/system/listening.js';
import { programVersion } from '../manifest.js';
import { banner, bootstrapKeyFile, setUpLinkFile } from './banner.js';
import { untilNpmEnds, whenParentEnds } from './parent.js';
import { requireReadyToStart } from './ready-to-start.js';

/** What the operator can fix: a sentence instead of a stack. */
const expected = [
  ConfigError,
  StartRefused,
  DataDirInUse,
  DataDirUnusable,
  DataDirHalfRestored,
  PortNotTaken,
  CertificateUnusable,
];

/** EX_UNAVAILABLE, EX_CONFIG and EX_SOFTWARE of sysexits.h. */
const exitCodes = { unavailable: 69, refused: 78, fatal: 70 } as const;

/** For everything after the replies that were awaited. */
const closingMs = 1_500;
/** A stop that waits for few replies, or none, may take so long: programs that stop others wait for 10 s. */
const usualStopMs = 9_500;

/** Read first: where that one ends while this one starts, it is seen all the same. */
const startedBy = process.ppid;

/** Runs the server until a signal ends it. What the operator can fix is one sentence on stderr. */
export async function main(): Promise<void> {
  // Whatever the shell says: files are for this user alone.
  process.umask(0o077);
  keepRoomToMainThread();
  try {
    await serve(readConfig());
  } catch (error) {
    const known = expected.some((kind) => error instanceof kind);
    process.stderr.write(
      `posthorn cannot start: ${known ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`,
    );
    process.exit(isPassing(error) ? exitCodes.unavailable : exitCodes.refused);
  }
}

/** Nothing is wrong with the configuration: another start may go well. */
const isPassing = (error: unknown): boolean => error instanceof StartRefused && error.code === 'engine-away';

async function serve(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel);
  for (const warning of configWarnings(config)) logger.warn(warning);
  await requireReadyToStart(config);
  // Nearly everything, and loaded only once the configuration is right.
  const { startPosthorn } = await import('./start-posthorn.js');
  // A start may wait for an engine, and the first process of a container has no other answer to a signal.
  const leave = (signal: string): void => {
    logger.info({ signal }, 'stopping before the start was through');
    process.exit(0);
  };
  process.on('SIGTERM', leave).on('SIGINT', leave);
  const posthorn = await startPosthorn(config, logger, (error) => {
    // Everything answered is on disk, and a start on these files needs no cleaning.
    logger.fatal({ reason: error.message }, 'a part of the program has ended: stopping at once');
    process.exit(exitCodes.fatal);
  });
  process.off('SIGTERM', leave).off('SIGINT', leave);
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    // A log that takes nothing holds up facts for ever; what stays open is recovered by the next start.
    setTimeout(
      () => {
        logger.fatal('the stop took too long: stopping at once');
        process.exit(exitCodes.fatal);
      },
      Math.max(config.shutdownGraceMs + closingMs, usualStopMs),
    ).unref();
    posthorn.stop().then(
      () => {
        removeServerAddress(config.dataDir);
        process.exit(0);
      },
      (error: unknown) => {
        logger.fatal({ reason: String(error) }, 'the stop failed');
        process.exit(exitCodes.fatal);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (process.argv.includes(untilNpmEnds)) whenParentEnds(startedBy, () => stop('npm has ended'));
  const { bootstrapApiKey } = posthorn;
  if (bootstrapApiKey.outcome === 'made' && config.bootstrapKeyOutput === 'file') {
    writeFileSync(bootstrapKeyFile(config), `${bootstrapApiKey.token}\n`, { mode: 0o600 });
  }
  if (posthorn.setUpUrl !== null && config.bootstrapKeyOutput === 'file') {
    writeFileSync(setUpLinkFile(config), `${posthorn.setUpUrl}\n`, { mode: 0o600 });
  }
  if (config.roles.includes('api')) noteAddress(config, posthorn.localUrl, logger);
  // Last: a reader of it may send the signal at once.
  process.stdout.write(banner(config, posthorn));
}

/** Commands find the server by it. Without it they ask at HOST and PORT, so a full disk ends no server. */
function noteAddress({ dataDir }: Config, url: string, logger: Logger): void {
  try {
    const startedAt = new Date().toISOString();
    writeServerAddress(dataDir, { url, pid: process.pid, startedAt, version: programVersion });
  } catch (error) {
    logger.warn({ reason: String(error) }, 'server.json cannot be written: commands ask at HOST and PORT');
  }
}
