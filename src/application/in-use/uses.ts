import { rulesIn } from '../../domain/segment/check-filter.js';
import type { BroadcastDocument } from '../../projections/broadcasts/broadcasts.projection.js';
import { broadcastsProjection } from '../../projections/broadcasts/broadcasts.projection.js';
import { type FormDocument, formsProjection } from '../../projections/forms/forms.projection.js';
import type { SegmentDocument } from '../../projections/segments/segments.projection.js';
import { looksAt, usesProperty } from '../broadcast/broadcast-content.js';
import { openContents } from '../broadcast/variant-content.js';
import { teamSegments } from '../segment/named.js';
import { allOfTeam, type TeamReadPorts } from '../shared/all-of-team.js';
import type { LogPorts } from '../shared/handle.js';
import type { ContentPorts } from '../template/template-content.js';

/** What filters, broadcasts and forms name. */
export type Nameable =
  | { readonly kind: 'segment' | 'topic'; readonly id: string }
  | { readonly kind: 'property'; readonly id: string; readonly key: string };

/** Who names it. A broadcast that was sent or canceled does not: nothing follows from it any more. */
export type Use =
  | { readonly kind: 'segment'; readonly document: SegmentDocument }
  | { readonly kind: 'broadcast'; readonly document: BroadcastDocument }
  | { readonly kind: 'form'; readonly document: FormDocument };

export type UsePorts = LogPorts & TeamReadPorts & ContentPorts;

/** The field of a filter that names it. */
export const fieldOf = (named: Nameable): string =>
  named.kind === 'property' ? `properties.${named.key}` : `${named.kind}:${named.id}`;

export async function usesOf(ports: UsePorts, teamId: string, named: Nameable): Promise<readonly Use[]> {
  const field = fieldOf(named);
  const [segments, forms, broadcasts] = await Promise.all([
    teamSegments(ports, teamId),
    allOfTeam(ports, formsProjection, teamId),
    unsentBroadcasts(ports, teamId),
  ]);
  const ofFilters = segments.filter(
    ({ id, filter }) => id !== named.id && filter !== null && rulesIn(filter).some((rule) => rule.field === field),
  );
  const ofForms = forms.filter(({ segmentIds, topics }) =>
    named.kind === 'segment' ? segmentIds.includes(named.id) : topics.some(({ topicId }) => topicId === named.id),
  );
  const ofBroadcasts: BroadcastDocument[] = [];
  let bytesLeft = mostBytesOpened;
  for (const document of broadcasts) {
    bytesLeft -= bytesOf(document);
    if (await isUsedBy(ports, named, document, bytesLeft >= 0)) ofBroadcasts.push(document);
  }
  return [
    ...ofFilters.map((document): Use => ({ kind: 'segment', document })),
    ...ofBroadcasts.map((document): Use => ({ kind: 'broadcast', document })),
    ...ofForms.map((document): Use => ({ kind: 'form', document })),
  ];
}

/** So much of contents is read for what they name, the newest: what is older is refused when it is sent. */
const mostBytesOpened = 20_000_000;

const bytesOf = ({ content, test }: BroadcastDocument): number => content.sizeBytes + (test?.content.sizeBytes ?? 0);

async function isUsedBy(
  ports: UsePorts,
  named: Nameable,
  { sentAs, ...draft }: BroadcastDocument,
  isRead: boolean,
): Promise<boolean> {
  const { segmentId, topicId, localTime, content, test } = { ...draft, ...sentAs };
  if (named.id === (named.kind === 'segment' ? segmentId : topicId)) return true;
  if (named.kind === 'property' && localTime?.property === named.key) return true;
  if (!isRead) return false;
  const contents = await openContents(ports, { content, ...(test === undefined ? {} : { test }) });
  return contents.some(
    (each) => looksAt(each, fieldOf(named)) || (named.kind === 'property' && usesProperty(each, named.key)),
  );
}

const unsent = ['queued', 'scheduled', 'draft'] as const;

async function unsentBroadcasts(ports: TeamReadPorts, teamId: string): Promise<readonly BroadcastDocument[]> {
  const all = await Promise.all(unsent.map((status) => allOfTeam(ports, broadcastsProjection, teamId, { status })));
  return all.flat();
}
