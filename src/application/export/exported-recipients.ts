import type { ExportFilters } from '../../domain/export/events.js';
import type { MemberResult } from '../../projections/broadcast-results/broadcast-results.document.js';
import { broadcastResultsProjection } from '../../projections/broadcast-results/broadcast-results.projection.js';
import { type ListRecipients, recipientsOf, type RecipientType } from '../broadcast/recipients.js';
import type { CsvCell } from '../ports/csv.js';
import type { TeamReadPorts } from '../shared/all-of-team.js';
import type { Exported } from './exported.js';

const pageSize = 500;

const columns: readonly (readonly [name: string, cell: (member: MemberResult) => CsvCell])[] = [
  ['email_id', ({ id }) => id],
  ['contact_id', ({ contactId }) => contactId],
  ['email', ({ address }) => address],
  ['variant', ({ variant }) => variant ?? ''],
  ['result', ({ result, sent }) => result ?? (sent ? 'sent' : 'queued')],
  ['reason', ({ reason }) => reason],
  ['receiver', ({ group }) => group],
  ['opens', ({ opens }) => opens.people],
  ['clicks', ({ clicks }) => clicks.people],
  ['complained', ({ complained }) => String(complained)],
  ['links', ({ links }) => links.flatMap(({ url, people }) => (people > 0 && url !== null ? [url] : [])).join(', ')],
];

/** The recipients of a broadcast to whom something happened, as their list shows them: without a type, all sent to. */
export function exportedRecipients(
  ports: TeamReadPorts,
  teamId: string,
  { broadcastId = '', recipientType = 'sent', addressStart, bounceType }: ExportFilters,
): Exported {
  // Written by a request that had checked them.
  const [type, bounce] = [recipientType as RecipientType, bounceType as ListRecipients['bounceType']];
  return {
    shape: broadcastResultsProjection,
    columns: columns.map(([name]) => name),
    async *pages() {
      for (let after: string | undefined; ; ) {
        const page = { limit: pageSize, ...(after === undefined ? {} : { after }) };
        const asked = { teamId, broadcastId, type, address: addressStart, bounceType: bounce, page };
        const { rows, hasMore } = await recipientsOf(ports, asked);
        yield rows.map((member) => columns.map(([, cell]) => cell(member)));
        after = rows.at(-1)?.id;
        if (!hasMore || after === undefined) return;
      }
    },
  };
}
