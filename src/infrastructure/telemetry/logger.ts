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
