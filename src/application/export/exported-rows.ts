import type { ExportFilters, ExportKind } from '../../domain/export/events.js';
import { unreachable } from '../../domain/shared/decider.js';
import type { EmailDocument, LastEvent } from '../../projections/emails/emails.document.js';
import {
  type SuppressionDocument,
  suppressionsProjection,
} from '../../projections/suppressions/suppressions.projection.js';
import type { FilteredPorts } from '../contact/filtered-contacts.js';
import { emailsMatching } from '../email/find-emails.js';
import type { CsvCell } from '../ports/csv.js';
import type { Scalar } from '../ports/read-store.js';
import { charactersOfStep, type ListDefinition, rowsOfStep } from '../shared/list-page.js';
import type { Exported } from './exported.js';
import { exportedContacts } from './exported-contacts.js';
import { exportedRecipients, type RecipientExportPorts } from './exported-recipients.js';

const pageSize = 500;

export async function exported(
  ports: FilteredPorts & RecipientExportPorts,
  kind: ExportKind,
  teamId: string,
  filters: ExportFilters,
): Promise<Exported> {
  switch (kind) {
    case 'emails': {
      const { lastEvent, ...others } = filters;
      // Written by a request that had checked it.
      const filter = { ...others, ...(lastEvent === undefined ? {} : { lastEvent: lastEvent as LastEvent }) };
      return rowsOf(emailsMatching(teamId, filter), emailColumns);
    }
    case 'suppressions':
      return rowsOf(
        {
          shape: suppressionsProjection,
          teamId,
          equals: { teamId },
          orderBy: 'createdAt',
          orderingOf: ({ createdAt }: SuppressionDocument) => createdAt,
        },
        suppressionColumns,
      );
    case 'contacts':
      return exportedContacts(ports, teamId, filters);
    case 'broadcast-recipients':
      return exportedRecipients(ports, teamId, filters);
    default:
      return unreachable(kind);
  }
}

type Columns<Document> = Readonly<Record<string, (document: Document) => CsvCell>>;

const listed = (values: readonly string[]): string => values.join(', ');

const emailColumns: Columns<EmailDocument> = {
  id: ({ id }) => id,
  created_at: ({ createdAt }) => createdAt,
  from: ({ from }) => from,
  to: ({ to }) => listed(to),
  cc: ({ cc }) => listed(cc),
  bcc: ({ bcc }) => listed(bcc),
  reply_to: ({ replyTo }) => listed(replyTo),
  subject: ({ subject }) => subject,
  last_event: ({ lastEvent }) => lastEvent,
  recipients: ({ recipients }) => listed(recipients.map(({ address, status }) => `${address} ${status}`)),
  scheduled_at: ({ scheduledAt }) => scheduledAt,
  tags: ({ tags }) => listed(tags.map(({ name, value }) => `${name}:${value}`)),
  api_key_id: ({ apiKeyId }) => apiKeyId,
  message_id: ({ messageId }) => messageId,
};

const suppressionColumns: Columns<SuppressionDocument> = {
  id: ({ id }) => id,
  created_at: ({ createdAt }) => createdAt,
  email: ({ email }) => email,
  origin: ({ origin }) => origin,
  scope: ({ scope }) => scope,
  expires_at: ({ expiresAt }) => expiresAt,
  source_id: ({ sourceId }) => sourceId,
};

function rowsOf<Document extends object>(
  definition: Pick<ListDefinition<Document>, 'shape' | 'teamId' | 'equals' | 'orderBy' | 'range' | 'prefixes'> & {
    /** The ordering value, where that is not the id. */
    readonly orderingOf?: (document: Document) => Scalar;
  },
  columns: Columns<Document>,
): Exported {
  const { shape, teamId, equals, orderBy, orderingOf, range = {}, prefixes } = definition;
  const { oldest, newest } = range;
  const mostRows = rowsOfStep({ prefixes: prefixes ?? [] });
  return {
    shape,
    columns: Object.keys(columns),
    async *pages(readStore) {
      let after: { readonly value: Scalar; readonly id: string } | undefined =
        newest === undefined ? undefined : { value: newest, id: newest };
      for (let hasMore = true; hasMore; ) {
        const page = await readStore.list(shape, {
          equals,
          orderBy,
          direction: 'desc',
          limit: pageSize,
          forTeam: teamId,
          mostRows,
          mostCharacters: charactersOfStep,
          ...(after === undefined ? {} : { after }),
          ...(oldest === undefined ? {} : { until: oldest }),
          ...(prefixes === undefined ? {} : { prefixes }),
        });
        const documents = page.documents.map(({ document }) => document);
        yield documents.map((document) => Object.values(columns).map((cellOf) => cellOf(document)));
        const last = page.documents.at(-1);
        const lastDocument = documents.at(-1);
        if (page.reached !== undefined) after = page.reached;
        else if (last !== undefined && lastDocument !== undefined)
          after = { value: orderingOf?.(lastDocument) ?? last.id, id: last.id };
        hasMore = page.hasMore;
      }
    },
  };
}
