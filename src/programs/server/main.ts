import { writeFileSync } from 'node:fs';
import type { Config } from '../../infrastructure/config/config.js';
import { givenOrNothing } from '../../infrastructure/config/given.js';
import { configWarnings, readConfig } from '../../infrastructure/config/load.js';
import { noteVersion, readLastVersion } from '../../infrastructure/data-dir/last-version.js';
import { removeServerAddress, writeServerAddress } from '../../infrastructure/data-dir/server-address.js';
import { unshownKeyIn } from '../../infrastructure/data-dir/unshown-key.js';
import { keepRoomToMainThread } from '../../infrastructure/system/modest-worker.js';
import { createLogger, type Logger } from '../../infrastructure/telemetry/logger.js';
import { standardOutput } from '../../infrastructure/telemetry/standard-output.js';
import { programVersion } from '../manifest.js';
import { banner, bootstrapKeyFile, setUpLinkFile } from './banner.js';
import { exitCodes, failedStart } from './failed-start.js';
import { untilNpmEnds, whenParentEnds } from './parent.js';
import { requireReadyToStart } from './ready-to-start.js';

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
  const started: { dataDir?: string } = {};
  try {
    const config = readConfig();
    started.dataDir = config.dataDir;
    await serve(config);
  } catch (error) {
    endFailed(error, started.dataDir);
  }
}

function endFailed(error: unknown, dataDir: string | undefined): never {
  const { lines, exitCode } = failedStart(error, {
    given: givenOrNothing(),
    version: programVersion,
    lastVersion: dataDir === undefined ? null : readLastVersion(dataDir),
    ...(dataDir === undefined ? {} : { dataDir }),
  });
  process.stderr.write(`${lines.map((line) => `posthorn cannot start: ${line}`).join('\n')}\n`);
  process.exit(exitCode);
}

async function serve(config: Config): Promise<void> {
  const output = standardOutput((lines) => {
    logger.error({ lines }, 'log lines were dropped here: standard output was not read for too long');
  });
  const logger = createLogger(config.logLevel, output);
  // Not the end of the process, which it would be: the certificate for SMTP is read again.
  process.on('SIGHUP', () => undefined);
  for (const warning of configWarnings(config)) logger.warn(warning);
  await requireReadyToStart(config);
  // Nearly everything, and loaded only once the configuration is right.
  const { startPosthorn } = await import('./start-posthorn.js');
  // A start may wait for an engine, and the first process of a container has no other answer to a signal.
  const leave = (signal: string): void => {
    logger.info({ signal }, 'stopping before the start was complete');
    process.exit(0);
  };
  process.on('SIGTERM', leave).on('SIGINT', leave);
  const onFatal = (error: Error): void => {
    // Everything answered is on disk, and a start on these files needs no cleaning.
    logger.fatal({ reason: error.message }, 'a worker thread crashed; shutting down');
    process.exit(exitCodes.fatal);
  };
  const posthorn = await startPosthorn(config, logger, onFatal, () => output.state());
  process.off('SIGTERM', leave).off('SIGINT', leave);
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    // A log that takes nothing holds up facts for ever; what stays open is recovered by the next start.
    setTimeout(
      () => {
        logger.fatal('the stop took too long; ending now');
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
  if (process.argv.includes(untilNpmEnds)) whenParentEnds(startedBy, () => stop('its parent has ended'));
  const { bootstrapApiKey } = posthorn;
  if (bootstrapApiKey.outcome === 'made' && config.bootstrapKeyOutput === 'file') {
    writeFileSync(bootstrapKeyFile(config), `${bootstrapApiKey.token}\n`, { mode: 0o600, flush: true });
  }
  if (posthorn.setUpUrl !== null && config.bootstrapKeyOutput === 'file') {
    writeFileSync(setUpLinkFile(config), `${posthorn.setUpUrl}\n`, { mode: 0o600 });
  }
  noteStart(config, posthorn.localUrl, logger);
  // Last: a reader of it may send the signal at once.
  process.stdout.write(banner(config, posthorn), (error) => {
    // Until then the next start shows the key again.
    if (error == null) unshownKeyIn(config.dataDir).forget();
  });
}

/**
 * The address is for commands, which otherwise ask at HOST and PORT; the version for the next start. A full disk ends
 * no server.
 */
function noteStart({ dataDir, roles }: Config, url: string, logger: Logger): void {
  const [version, startedAt] = [programVersion, new Date().toISOString()];
  const last = readLastVersion(dataDir);
  if (last !== null && last !== version) logger.info({ from: last, to: version }, `Posthorn ${last} is now ${version}`);
  try {
    if (last !== version) noteVersion(dataDir, version, startedAt);
    if (roles.includes('api')) writeServerAddress(dataDir, { url, pid: process.pid, startedAt, version });
  } catch (error) {
    logger.warn({ reason: String(error) }, 'DATA_DIR cannot be written: commands ask at HOST and PORT');
  }
}
