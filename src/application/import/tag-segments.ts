import type { AudiencePorts } from '../contact/audience.js';
import { importerId } from '../../domain/shared/contact-origin.js';
import { segmentOfImport } from '../segment/segments.js';
import { teamSegments } from '../segment/named.js';
import type { RequestContext } from '../shared/context.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import type { RowRead } from './read-row.js';

export type TagPorts = LogPorts &
  AudiencePorts &
  Pick<Ports, 'hash'> & { readonly keys: Pick<Ports['keys'], 'getMany' | 'createRow'> };

/**
 * Ids of the segments that the tags of these rows name. Those that the team has not are made, up to as many as it may
 * have; a tag beyond that, or of a segment with a filter, is left out.
 */
export async function segmentsOfTags(
  ports: TagPorts,
  { importId, teamId }: { readonly importId: string; readonly teamId: string },
  rows: readonly Pick<RowRead, 'tags'>[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map(rows.flatMap(({ tags }) => tags.map((tag) => [nameOf(tag), tag] as const)));
  const found = new Map<string, string>();
  if (names.size === 0) return found;
  const known = await teamSegments(ports, teamId);
  const filtered = new Set(known.flatMap(({ name, isFiltered }) => (isFiltered ? [nameOf(name)] : [])));
  for (const { id, name, isFiltered } of known) if (!isFiltered) found.set(nameOf(name), id);
  const context: RequestContext = { teamId, actor: { kind: 'system', id: importerId }, correlationId: importId };
  for (const [key, name] of names) {
    if (found.has(key) || filtered.has(key)) continue;
    const id = await segmentOfImport(ports, context, { importId, name });
    if (id === undefined) break;
    found.set(key, id);
  }
  return found;
}

export const nameOf = (tag: string): string => tag.trim().toLowerCase();
