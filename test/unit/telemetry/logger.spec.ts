import { createLogger } from '../../../src/infrastructure/telemetry/logger.js';

function logged(level: string, write: (logger: ReturnType<typeof createLogger>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLogger(level, { write: (line) => lines.push(line) }));
  return lines.map((line) => JSON.parse(line));
}

describe('the logger', () => {
  it('keeps tokens, keys and passwords out, however they are passed', () => {
    const token = 're_000000000000000000000000';
    const lines = logged('info', (logger) => {
      logger.info({ authorization: `Bearer ${token}` }, 'plain');
      logger.info({ req: { id: 'r1', headers: { authorization: `Bearer ${token}`, cookie: token } } }, 'a request');
      logger.info({ relay: { credentials: { password: token } }, config: { masterKey: token } }, 'a config');
    });
    expect(lines).toHaveLength(3);
    expect(JSON.stringify(lines)).not.toContain(token);
    expect(lines[1]).toMatchObject({ msg: 'a request', req: { id: 'r1', headers: { authorization: '[redacted]' } } });
  });

  it('stamps lines with ISO times and leaves out what is below its level', () => {
    const lines = logged('warn', (logger) => {
      logger.info('quiet');
      logger.warn({ emailId: 'e1' }, 'loud');
    });
    expect(lines).toEqual([expect.objectContaining({ msg: 'loud', emailId: 'e1' })]);
    expect(lines[0]?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });
});
