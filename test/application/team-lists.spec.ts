import { createEmailQueries } from '../../src/application/email/email-queries.js';
import { ListEmailsQuery } from '../../src/application/email/email.queries.js';
import { createLogQueries } from '../../src/application/request-log/log-queries.js';
import { ListLogsQuery } from '../../src/application/request-log/log.queries.js';
import type { Page, PageRequest } from '../../src/application/shared/page.js';
import { ListSuppressionsQuery } from '../../src/application/suppression/suppression.messages.js';
import { createSuppressions } from '../../src/application/suppression/suppressions.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import { messageReader } from '../../src/infrastructure/message-reader/message-reader.js';
import { shapeOf } from '../../src/infrastructure/projection-runner/fold-page.js';
import { emailTimeline } from '../../src/projections/emails/email-timeline.js';
import { emailsProjection, foldEmail } from '../../src/projections/emails/emails.projection.js';
import { logsProjection } from '../../src/projections/logs/logs.projection.js';
import { foldSuppression, suppressionsProjection } from '../../src/projections/suppressions/suppressions.projection.js';
import { MemoryReadStore } from '../support/memory-read-store.js';
import { World } from '../support/world.js';

const ownWrites = { note: () => undefined, settled: async () => undefined };
const position = '000001' as Position;

/** A document of each of two teams, with what lists filter and order by. */
async function listsOfTwoTeams() {
  const world = await World.create();
  const ports = world.process();
  const readStore = new MemoryReadStore();
  for (const projection of [emailsProjection, logsProjection, suppressionsProjection]) {
    const changes = ['mine', 'theirs'].map((id) => {
      const about = { lastEvent: 'delivered', status: 200, origin: 'manual', createdAt: '2026-03-02T10:00:00.000Z' };
      return { id, position, document: { id, teamId: `${id}-team`, ...about } };
    });
    await readStore.apply(shapeOf(projection), changes, position);
  }
  const emails = createEmailQueries({
    ports,
    blobs: world.blobs,
    sealer: ports.sealer,
    reader: messageReader,
    readStore,
    emails: shapeOf(emailsProjection),
    ownWrites,
    captured: { forEmail: async () => [], whole: async () => undefined },
    foldEmail,
    timelineOf: emailTimeline,
  });
  const logs = createLogQueries({ ports, readStore, logs: shapeOf(logsProjection), requestLog: ownWrites, emails });
  const suppressions = createSuppressions({
    ports,
    readStore,
    suppressions: shapeOf(suppressionsProjection),
    foldSuppression,
    ownWrites,
  });
  return { emails, logs, suppressions };
}

type Lists = Awaited<ReturnType<typeof listsOfTwoTeams>>;
const team = 'mine-team';

describe('a list of one team', () => {
  it.each<readonly [string, (lists: Lists, page: PageRequest) => Promise<Page<{ readonly id: string }>>]>([
    ['mails', ({ emails }, page) => emails.list(new ListEmailsQuery(team, page))],
    ['mails by state', ({ emails }, page) => emails.list(new ListEmailsQuery(team, page, 'delivered'))],
    ['answered requests', ({ logs }, page) => logs.list(new ListLogsQuery(team, page))],
    ['answered requests by status', ({ logs }, page) => logs.list(new ListLogsQuery(team, page, { status: 200 }))],
    ['suppressions', ({ suppressions }, page) => suppressions.list(new ListSuppressionsQuery(team, undefined, page))],
    [
      'suppressions by origin',
      ({ suppressions }, page) => suppressions.list(new ListSuppressionsQuery(team, 'manual', page)),
    ],
  ])('holds no %s of another team, and goes on after none', async (_, list) => {
    const lists = await listsOfTwoTeams();
    expect(await list(lists, { limit: 10 })).toMatchObject({ documents: [{ id: 'mine' }], hasMore: false });
    expect(await list(lists, { limit: 10, after: 'theirs' })).toEqual({ refused: 'unknown-cursor' });
  });
});
