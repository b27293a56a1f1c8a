import type { KeptPorts } from '../../../src/application/metrics/kept-mails.js';
import { sumKept } from '../../../src/application/metrics/kept-sums.js';
import type { ListPage, ReadStore } from '../../../src/application/ports/read-store.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import type { MailMetrics } from '../../../src/projections/metrics/metrics.document.js';
import { dayMs } from '../../support/retaining.js';

const fromMs = Date.parse('2026-03-02T00:00:00.000Z');
const at = new Date(fromMs).toISOString();
const perPage = 1_000;

/** So many delivered mails in the range, every second of them with a tag. */
function holding(mails: number): KeptPorts['readStore'] {
  let given = 0;
  return {
    get: async () => undefined,
    getMany: async () => new Map(),
    list: (async (): Promise<ListPage> => {
      const documents = Array.from({ length: Math.min(perPage, mails - given) }, (_, index) => {
        const id = `mail-${given + index}`;
        const recipients = [{ sent: true, delayed: false, result: 'delivered' }] as const;
        const sentBy = { kind: 'api-key', id: 'key-1' } as const;
        const own = {
          kind: 'mail',
          teamId: 'a',
          domainId: 'd',
          topicId: null,
          template: null,
          settledAt: null,
          earlier: [],
        } as const;
        const document: MailMetrics = { ...own, id, at, sentBy, recipients };
        return { id, position: '1' as Position, document };
      });
      given += documents.length;
      return { documents, hasMore: given < mails };
      // Every shape that is asked for has these documents.
    }) as ReadStore['list'],
    tokens: async (_shape, { ids }) =>
      new Map(ids.filter((_id, index) => index % 2 === 0).map((id) => [id, ['=tag:kind:news:']])),
  };
}

const request = { fromMs, untilMs: fromMs + dayMs, timeZone: 'UTC', granularity: 'daily', by: 'tag' } as const;

describe('sums of the mails that are kept', () => {
  it('are of all mails of the range, by tag too', async () => {
    expect(await sumKept({ readStore: holding(24_000) }, 'a', request, [])).toMatchObject({
      totals: { sent: 24_000 },
      groups: [
        { kind: 'tag', id: 'kind=news', tally: { sent: 12_000 } },
        { kind: 'tag', id: null, tally: { sent: 12_000 } },
      ],
    });
  });
});
