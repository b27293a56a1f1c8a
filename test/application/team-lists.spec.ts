import { listEmails } from '../../src/application/email/list-emails.js';
import { listLogs } from '../../src/application/request-log/read-logs.js';
import type { Page, PageRequest } from '../../src/application/shared/page.js';
import { listSuppressions } from '../../src/application/suppression/read-suppressions.js';
import { lowestIdAt } from '../../src/domain/shared/uuid-time.js';
import { createEventCodec } from '../../src/infrastructure/event-codec/event-codec.js';
import { eventRegistry } from '../../src/programs/resources/resources.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import { shapeOf } from '../../src/infrastructure/projection-runner/fold-page.js';
import { emailsProjection } from '../../src/projections/emails/emails.projection.js';
import { logsProjection } from '../../src/projections/logs/logs.projection.js';
import { suppressionsProjection } from '../../src/projections/suppressions/suppressions.projection.js';
import { MemoryEventStore } from '../support/memory-event-store.js';
import { MemoryReadStore } from '../support/memory-read-store.js';

const ownWrites = { note: () => undefined, settled: async () => undefined };
const position = '000001' as Position;
const team = 'mine-team';
const [mine = '', theirs = ''] = ['10:00', '10:10'].map((time) => lowestIdAt(Date.parse(`2026-03-02T${time}:00.000Z`)));

/** A document of each of two teams, with what lists filter and order by. */
async function listsOfTwoTeams() {
  const readStore = new MemoryReadStore();
  for (const projection of [emailsProjection, logsProjection, suppressionsProjection]) {
    const changes = [mine, theirs].map((id) => {
      const request = { status: 200, route: '/emails/{id}', endpoint: '/emails/7' };
      const about = { lastEvent: 'delivered', ...request, origin: 'manual', createdAt: '2026-03-02T10:00:00.000Z' };
      return { id, position, document: { id, teamId: id === mine ? team : 'their-team', ...about } };
    });
    await readStore.apply(shapeOf(projection), changes, position);
  }
  return {
    readStore,
    ownWrites,
    requestLog: ownWrites,
    store: new MemoryEventStore(),
    codec: createEventCodec({ registry: eventRegistry }),
  };
}

type Lists = Awaited<ReturnType<typeof listsOfTwoTeams>>;

describe('a list of one team', () => {
  it.each<readonly [string, (ports: Lists, page: PageRequest) => Promise<Page<{ readonly id: string }>>]>([
    ['mails', (ports, page) => listEmails(ports, { teamId: team, page })],
    ['mails by state', (ports, page) => listEmails(ports, { teamId: team, page, lastEvent: 'delivered' })],
    ['answered requests', (ports, page) => listLogs(ports, { teamId: team, page, filter: {} })],
    ['answered requests by status', (ports, page) => listLogs(ports, { teamId: team, page, filter: { status: 200 } })],
    [
      'answered requests of a route',
      (ports, page) => listLogs(ports, { teamId: team, page, filter: { path: '/emails/{id}' } }),
    ],
    ['suppressions', (ports, page) => listSuppressions(ports, { teamId: team, filter: {}, page })],
    [
      'suppressions by origin',
      (ports, page) => listSuppressions(ports, { teamId: team, filter: { origin: 'manual' }, page }),
    ],
  ])('holds no %s of another team, and tells nothing of where that stands', async (_, list) => {
    const lists = await listsOfTwoTeams();
    expect(await list(lists, { limit: 10 })).toMatchObject({ documents: [{ id: mine }], hasMore: false });
    const cursors = [theirs, lowestIdAt(Date.parse('2026-03-02T10:30:00.000Z'))].map((after) =>
      list(lists, { limit: 10, after }),
    );
    const [known, unknown] = await Promise.all(cursors);
    expect(known).toEqual(unknown);
  });
});
