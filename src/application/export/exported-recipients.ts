import type { ExportFilters } from '../../domain/export/events.js';
import type { MemberResult } from '../../projections/broadcast-results/broadcast-results.document.js';
import { broadcastResultsProjection } from '../../projections/broadcast-results/broadcast-results.projection.js';
import { loadBroadcast } from '../broadcast/broadcast-streams.js';
import { type LinkNames, linkNames, namedLinks } from '../broadcast/link-names.js';
import { type ListRecipients, type RecipientPorts, recipientsOf, type RecipientType } from '../broadcast/recipients.js';
import type { CsvCell } from '../ports/csv.js';
import type { LinkReader } from '../ports/html-tracker.js';
import type { Exported } from './exported.js';

export type RecipientExportPorts = RecipientPorts & { readonly linksIn: LinkReader };

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
  ports: RecipientExportPorts,
  teamId: string,
  { broadcastId = '', recipientType = 'sent', addressStart, bounceType }: ExportFilters,
): Exported {
  // Written by a request that had checked them.
  const [type, bounce] = [recipientType as RecipientType, bounceType as ListRecipients['bounceType']];
  return {
    shape: broadcastResultsProjection,
    columns: columns.map(([name]) => name),
    async *pages() {
      let nameOf: LinkNames | undefined;
      for (let after: string | undefined; ; ) {
        const page = { limit: pageSize, ...(after === undefined ? {} : { after }) };
        const asked = { teamId, broadcastId, type, address: addressStart, bounceType: bounce, page };
        const { rows, hasMore } = await recipientsOf(ports, asked);
        if (rows.some(({ links }) => links.length > 0)) nameOf ??= await namesOf(ports, broadcastId);
        const named = nameOf === undefined ? rows : rows.map(withNames(nameOf));
        yield named.map((member) => columns.map(([, cell]) => cell(member)));
        after = rows.at(-1)?.id;
        if (!hasMore || after === undefined) return;
      }
    },
  };
}

async function namesOf(ports: RecipientExportPorts, broadcastId: string): Promise<LinkNames> {
  const { state } = await loadBroadcast(ports, broadcastId);
  return linkNames(ports, state?.sentAs ?? null, ports.linksIn);
}

const withNames =
  (nameOf: LinkNames) =>
  (member: MemberResult): MemberResult => ({ ...member, links: namedLinks(member, nameOf) });
