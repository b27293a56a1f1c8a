import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { systemClock } from '../system/clock.js';
import { LogOutput, type LogSink } from './log-output.js';

const mostWaitingBytes = 1024 * 1024;
/** Programs that stop a server wait for 10 s in all. */
const patienceAtExitMs = 300;

/** Log lines to standard output, whose end or standstill does not end the server. */
export function standardOutput(onGap: (droppedLines: number) => void): LogOutput {
  // What is written there beside the log. Asking for either makes pipes and sockets non-blocking.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  const output = new LogOutput({
    sink: sinkOn(1),
    mostWaitingBytes,
    monotonicMs: () => systemClock.monotonicMs(),
    onGap,
  });
  process.on('exit', () => {
    const left = output.end(patienceAtExitMs);
    if (left.length > 0) writeToStderr(left.join(''));
  });
  return output;
}

/** Files are written by a thread, as a disk may not answer. What else is written does not block. */
function sinkOn(fd: number): LogSink {
  if (fstatSync(fd).isFile()) {
    return { write: (bytes, done) => write(fd, bytes, done), writeSync: (bytes) => writeSync(fd, bytes) };
  }
  const open = isatty(fd) ? reopened(fd) : fd;
  return {
    write(bytes, done) {
      let written: number;
      try {
        written = writeSync(open, bytes);
      } catch (error) {
        return done(error as NodeJS.ErrnoException, 0);
      }
      done(null, written);
    },
    writeSync: (bytes) => writeSync(open, bytes),
  };
}

/** A terminal stopped by Ctrl+S blocks its writers unless it is opened so; Node's own stream is not. */
function reopened(fd: number): number {
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return fd;
  }
}

function writeToStderr(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // There is no place left to say it.
  }
}
