import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** Members that never reach the log, wherever they stand up to three levels deep. */
const secretMembers = ['authorization', 'cookie', 'token', 'apiKey', 'password', 'masterKey', 'bootstrapApiKey'];

/** Structured lines with ISO times. Callers log ids, never bodies, keys or address lists. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const paths = secretMembers.flatMap((member) => [member, `*.${member}`, `*.*.${member}`]);
  const options = {
    level,
    // A word, which log systems know and people read.
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: '[redacted]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Lines that wait while the output takes none; more are dropped. */
const mostWaitingBytes = 1024 * 1024;

export interface LogOutput {
  readonly destination: DestinationStream;
  /** It takes no lines: its reader is gone, or its disk is full. */
  isClosed(): boolean;
}

/** Standard output, whose end does not end the server. */
export function standardOutput(): LogOutput {
  let isClosed = false;
  const destination = pino.destination({ dest: 1, sync: true, maxLength: mostWaitingBytes });
  destination.on('error', () => {
    isClosed = true;
  });
  destination.on('write', () => {
    isClosed = false;
  });
  // What is written there beside the log.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  return { destination, isClosed: () => isClosed };
}
