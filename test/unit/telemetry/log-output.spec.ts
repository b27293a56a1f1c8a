import { jest } from '@jest/globals';
import { LogOutput, type LogSink } from '../../../src/infrastructure/telemetry/log-output.js';
import { createLogger, type Logger } from '../../../src/infrastructure/telemetry/logger.js';

const busy = Object.assign(new Error('EAGAIN'), { code: 'EAGAIN' });
const readerGone = Object.assign(new Error('EPIPE'), { code: 'EPIPE' });

/** A pipe that takes `room` bytes and, until it is read, no more. */
class Pipe implements LogSink {
  text = '';
  error: Error = busy;
  constructor(public room: number) {}

  writeSync(bytes: Buffer): number {
    if (this.room === 0) throw this.error;
    const taken = bytes.subarray(0, this.room);
    this.room -= taken.length;
    this.text += taken.toString();
    return taken.length;
  }

  write(bytes: Buffer, done: Parameters<LogSink['write']>[1]): void {
    try {
      done(null, this.writeSync(bytes));
    } catch (error) {
      done(error as NodeJS.ErrnoException, 0);
    }
  }

  lines(): unknown[] {
    return this.text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const { time: _time, pid: _pid, hostname: _hostname, ...rest } = JSON.parse(line);
        return rest;
      });
  }
}

function onto(sink: LogSink, mostWaitingBytes: number) {
  let nowMs = 0;
  const output: LogOutput = new LogOutput({
    sink,
    mostWaitingBytes,
    // Each look at the clock takes a moment: a wait for time comes to an end.
    monotonicMs: () => (nowMs += 10),
    onGap: (dropped) => logger.error({ dropped }, 'gap'),
  });
  const logger: Logger = createLogger('info', output);
  return { output, logger, pass: (ms: number) => (nowMs += ms) };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('log lines for a reader that', () => {
  it('reads, come at once and in order', () => {
    const pipe = new Pipe(Infinity);
    const { logger, output } = onto(pipe, 1000);
    for (const msg of ['one', 'twö', 'three']) logger.info(msg);
    expect(pipe.lines()).toEqual(['one', 'twö', 'three'].map((msg) => ({ level: 'info', msg })));
    expect(output.state()).toBe('open');
  });

  it('never reads, are bounded, and nobody waits for it', () => {
    const pipe = new Pipe(0);
    const { logger, output, pass } = onto(pipe, 10_000);
    for (let line = 0; line < 5_000; line += 1) logger.info('a line');
    expect(output.state()).toBe('open');
    pass(5_000);
    expect(output.state()).toBe('blocked');
    expect(output.end(300)).toEqual([]);
    expect(pipe.text).toBe('');
  });

  it('reads again, come in order, with how many are missing where they are missing', () => {
    const pipe = new Pipe(100);
    const { logger } = onto(pipe, 1_000);
    for (let line = 0; line < 50; line += 1) logger.info({ line }, 'é');
    pipe.room = Infinity;
    jest.advanceTimersByTime(100);
    logger.info('after');
    const kept = pipe.lines().length - 2;
    expect(kept).toBeGreaterThan(5);
    expect(pipe.lines()).toEqual([
      ...Array.from({ length: kept }, (_, line) => ({ level: 'info', line, msg: 'é' })),
      { level: 'error', dropped: 50 - kept, msg: 'gap' },
      { level: 'info', msg: 'after' },
    ]);
  });

  it('ends, wait for the next reader of the same pipe', () => {
    const pipe = new Pipe(0);
    pipe.error = readerGone;
    const { logger, output } = onto(pipe, 1_000);
    logger.info('waits');
    expect(output.state()).toBe('closed');
    pipe.room = Infinity;
    jest.advanceTimersByTime(100);
    expect(output.state()).toBe('open');
    expect(pipe.lines()).toEqual([{ level: 'info', msg: 'waits' }]);
  });
});

describe('at the end of the process', () => {
  it('what waits is written, and how much was dropped', () => {
    const pipe = new Pipe(0);
    const { logger, output } = onto(pipe, 200);
    for (let line = 0; line < 10; line += 1) logger.info('a line');
    pipe.room = Infinity;
    expect(output.end(300)).toEqual([]);
    expect(pipe.lines().at(-1)).toEqual({ level: 'error', dropped: 8, msg: 'gap' });
  });

  it('fatal lines are handed back where the output takes nothing, however full it is', () => {
    for (const error of [busy, readerGone]) {
      const pipe = new Pipe(0);
      pipe.error = error;
      const { logger, output } = onto(pipe, 200);
      for (let line = 0; line < 10; line += 1) logger.info('a line');
      logger.fatal('the last word');
      expect(output.end(300).map((line) => JSON.parse(line).msg)).toEqual(['the last word']);
    }
  });

  it('what a thread is writing to a file is not written twice', () => {
    const written: string[] = [];
    const file: LogSink = {
      write: (bytes) => void written.push(bytes.toString()),
      writeSync: (bytes) => written.push(bytes.toString()) && bytes.length,
    };
    const { logger, output } = onto(file, 1_000);
    logger.info('first');
    logger.info('second');
    output.end(300);
    expect(written.join('').match(/first|second/g)).toEqual(['first', 'second']);
  });
});
