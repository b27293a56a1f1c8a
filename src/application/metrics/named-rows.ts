import type { ApiKeyDocument } from '../../projections/api-keys/api-keys.projection.js';
import { apiKeysProjection } from '../../projections/api-keys/api-keys.projection.js';
import type { DomainDocument } from '../../projections/domains/domains.document.js';
import { domainsProjection } from '../../projections/domains/domains.projection.js';
import { topicsProjection } from '../../projections/topics/topics.projection.js';
import { templatesProjection } from '../../projections/templates/templates.projection.js';
import type { DocumentShape } from '../ports/read-store.js';
import type { KeptPorts } from './kept-mails.js';
import type { KeptGroup } from './kept-sums.js';
import type { Figures } from './metrics-request.js';

/** What became of the mail of one domain, key, tag, topic or template. */
export interface TeamMetricsRow {
  readonly kind: KeptGroup['kind'];
  /**
   * A domain's, a key's, a topic's or a template's id, a template's with `:version` where rows are of versions, or a
   * tag as `name=value`; null: of mail without any.
   */
  readonly id: string | null;
  /** As people know it; null: it was removed, or needs no name. */
  readonly name: string | null;
  readonly figures: Figures;
}

/** Removed domains, keys, topics and templates have no name any more. */
export async function namedRows(
  ports: KeptPorts,
  rows: readonly Omit<TeamMetricsRow, 'name'>[],
): Promise<readonly TeamMetricsRow[]> {
  const idsOf = (kind: KeptGroup['kind']) => rows.flatMap((row) => (row.kind === kind ? (row.id ?? []) : []));
  const names = new Map([
    ...(await namesIn(ports, domainsProjection, idsOf('domain'))),
    ...(await namesIn(ports, apiKeysProjection, idsOf('api-key'))),
    ...(await namesIn(ports, topicsProjection, idsOf('topic'))),
    ...(await namesIn(ports, templatesProjection, [...new Set(idsOf('template').map(withoutVersion))])),
  ]);
  const named = rows.map((row) => ({
    ...row,
    name: row.kind === 'tag' ? row.id : (names.get(withoutVersion(row.id ?? '')) ?? null),
  }));
  return named.sort((left, right) => (right.figures.sent ?? 0) - (left.figures.sent ?? 0));
}

const withoutVersion = (id: string): string => id.replace(/:\d+$/, '');

async function namesIn(
  { readStore }: KeptPorts,
  shape: DocumentShape,
  ids: readonly string[],
): Promise<readonly (readonly [string, string])[]> {
  if (ids.length === 0) return [];
  const found = await readStore.getMany(shape, ids);
  // These projections write documents with a name.
  return [...found].map(([id, { document }]) => [id, (document as DomainDocument | ApiKeyDocument).name]);
}
