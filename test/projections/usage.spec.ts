import type { AcceptedEmail } from '../../src/domain/shared/accepted-email.js';
import type { EmailAccepted } from '../../src/domain/email/events.js';
import type { Recorded } from '../../src/domain/shared/recorded.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import type { UsageClosed } from '../../src/domain/usage/events.js';
import { usageProjection } from '../../src/projections/usage/usage.projection.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import { acceptedEmail, idAt, RecordedLog } from '../support/recorded-events.js';
import fc from '../support/properties.js';

const teams = [idAt(901), idAt(902)];
const [team = ''] = teams;

/** A mail to three, opened at that time. */
function accept(
  log: RecordedLog,
  time: string,
  teamId: string | null = team,
  changes: Partial<AcceptedEmail> = {},
): void {
  const number = log.all.length + 1;
  const event: EmailAccepted = { type: 'EmailAccepted', data: acceptedEmail(idAt(number), changes) };
  log.add(streamName('email', idAt(number)), event, { time, teamId });
}

function close(log: RecordedLog, day: string, recipients: number, teamId = team): void {
  const event: UsageClosed = { type: 'UsageClosed', data: { teamId, day, recipients } };
  // Not the day's own time, and by nobody of the team.
  log.add(streamName('usage', teamId), event, { time: '2026-05-01T01:00:00.000Z', teamId });
}

const documentsOf = (log: readonly Recorded[]): readonly unknown[] =>
  [...foldAll(usageProjection, log).values()].map((json) => JSON.parse(json) as unknown);

/** Mails and closings with the figures that were right at that moment, over two teams and three days. */
const histories = fc
  .array(
    fc.record({
      teamId: fc.constantFrom(...teams),
      day: fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-03'),
      closes: fc.boolean(),
    }),
    { maxLength: 25 },
  )
  .map((happenings) => {
    const log = new RecordedLog();
    const counted = new Map<string, number>();
    for (const { teamId, day, closes } of happenings) {
      const key = `${teamId}:${day}`;
      const recipients = counted.get(key) ?? 0;
      if (closes) close(log, day, recipients, teamId);
      else {
        accept(log, `${day}T12:00:00.000Z`, teamId);
        counted.set(key, recipients + 3);
      }
    }
    return log.all;
  });

describe('the usage projection', () => {
  it('counts the recipients of each team and UTC day', () => {
    const log = new RecordedLog();
    accept(log, '2026-03-01T23:59:59.999Z');
    accept(log, '2026-03-02T00:00:00.000Z');
    accept(log, '2026-03-02T15:00:00.000Z');
    accept(log, '2026-03-02T15:00:00.000Z', teams[1]);
    accept(log, '2026-03-02T15:00:00.000Z', null);
    expect(documentsOf(log.all)).toEqual([
      { id: `${team}:2026-03-01`, teamId: team, day: '2026-03-01', recipients: 3, closed: 0 },
      { id: `${team}:2026-03-02`, teamId: team, day: '2026-03-02', recipients: 6, closed: 0 },
      { id: `${teams[1]}:2026-03-02`, teamId: teams[1], day: '2026-03-02', recipients: 3, closed: 0 },
    ]);
  });

  it('does not count what strangers made the team send', () => {
    const log = new RecordedLog();
    accept(log, '2026-03-01T12:00:00.000Z', team, { retryClass: 'strangers' });
    expect(documentsOf(log.all)).toEqual([]);
  });

  it('takes the figure of a closed day instead of what it counted, and that of the last closing', () => {
    const log = new RecordedLog();
    accept(log, '2026-03-01T10:00:00.000Z');
    close(log, '2026-03-01', 1200);
    expect(documentsOf(log.all)).toMatchObject([{ recipients: 1200, closed: 1 }]);
    close(log, '2026-03-01', 900);
    expect(documentsOf(log.all)).toMatchObject([{ recipients: 900, closed: 1 }]);
  });

  it('opens a day again for a mail that comes late', () => {
    const log = new RecordedLog();
    close(log, '2026-03-01', 1200);
    accept(log, '2026-03-01T23:59:59.000Z');
    expect(documentsOf(log.all)).toMatchObject([{ recipients: 1203, closed: 0 }]);
  });

  it('gives the same bytes in any batches and after any restart', async () => {
    await fc.assert(redeliveryProperty(usageProjection, histories));
  });

  it('gives the same bytes whichever mails of closed days are gone', () => {
    fc.assert(
      fc.property(histories, fc.array(fc.boolean(), { minLength: 25, maxLength: 25 }), (log, gone) => {
        const kept = log.filter((recorded, index) => gone[index] !== true || !isClosed(log, index, recorded));
        expect(sorted(foldAll(usageProjection, kept))).toEqual(sorted(foldAll(usageProjection, log)));
      }),
    );
  });
});

/** A mail whose day was closed after it. */
function isClosed(log: readonly Recorded[], index: number, recorded: Recorded): boolean {
  if (recorded.event.type !== 'EmailAccepted') return false;
  const [key] = usageProjection.keys(recorded as Recorded<EmailAccepted>);
  return log
    .slice(index + 1)
    .some(({ event }) => event.type === 'UsageClosed' && closingKey(event as UsageClosed) === key);
}

const closingKey = ({ data }: UsageClosed): string => `${data.teamId}:${data.day}`;
const sorted = (documents: ReadonlyMap<string, string>) => [...documents].sort();
