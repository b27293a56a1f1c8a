import { ReportThread } from '../../../src/infrastructure/message-reader/domain-reports/report-thread.js';
import { dmarcXml, reportEmail, zipped } from '../../support/report-samples.js';

const report = reportEmail(zipped(dmarcXml()));
const noReport = Buffer.from('Subject: Hello\r\n\r\nWorld\r\n');

describe('the thread that reads reports', () => {
  it('answers what a message brings, and gives each team its share of the time', async () => {
    let timeMs = 0;
    const clock = { now: () => timeMs, threadTime: () => timeMs };
    const thread = new ReportThread({ onCutOff: () => undefined, clock });
    /** Seen to take two seconds. */
    const read = (message: Buffer, teamId: string) => {
      const reading = thread.read(message, teamId);
      timeMs += 2_000;
      return reading;
    };
    try {
      expect(await read(report, 'team')).toMatchObject({ kind: 'dmarc' });
      expect(await read(noReport, 'team')).toBeUndefined();
      expect(await read(report, 'team')).toBe('cut-off');
      expect(await read(report, 'another')).toMatchObject({ kind: 'dmarc' });
    } finally {
      await thread.close();
    }
  });
});
