import type { Broadcast } from '../../domain/broadcast/broadcast.js';
import type { BodyReference } from '../../domain/shared/accepted-email.js';
import type { TemplateContent } from '../../domain/template/content.js';
import { broadcastsProjection } from '../../projections/broadcasts/broadcasts.projection.js';
import { templatesProjection } from '../../projections/templates/templates.projection.js';
import { query } from '../access/use-case.js';
import { followedBlocks, getSavedBlock } from '../saved-block/saved-blocks.js';
import { allOfTeam, type TeamReadPorts } from '../shared/all-of-team.js';
import type { LogPorts } from '../shared/handle.js';
import { type ContentPorts, openContent } from '../template/template-content.js';

/** A broadcast or the draft of a template in which something stands. */
export interface ContentUse {
  readonly kind: 'broadcast' | 'template';
  readonly id: string;
  readonly name: string;
  /** Null for a template. */
  readonly status: Broadcast['status'] | null;
}

interface FoundUses {
  /** By what stands there, the newest first. */
  readonly uses: ReadonlyMap<string, readonly ContentUse[]>;
  /** Whether all contents were read. */
  readonly isWhole: boolean;
}

export type ContentUsePorts = TeamReadPorts & ContentPorts;

/** So much of contents is read, the newest of each kind first. */
const mostBytesOpened = 20_000_000;

interface ReadContents {
  /** The broadcasts whose contents are read. */
  readonly isLookedAt: (status: Broadcast['status']) => boolean;
  /** What is sent of a template too, beside its draft. */
  readonly isPublishedToo?: boolean;
}
interface Place {
  readonly use: ContentUse;
  readonly references: readonly BodyReference[];
  /** ISO 8601. */
  readonly changedAt: string;
}

/** What `namesIn` finds in the contents of a team. Whole contents: they name it somewhere in their text. */
export async function contentUses(
  ports: ContentUsePorts,
  teamId: string,
  { isLookedAt, isPublishedToo = false }: ReadContents,
  namesIn: (content: TemplateContent, changedAt: string) => Iterable<string>,
): Promise<FoundUses> {
  const [templates, broadcasts] = await Promise.all([
    allOfTeam(ports, templatesProjection, teamId),
    allOfTeam(ports, broadcastsProjection, teamId),
  ]);
  const places: readonly Place[] = [
    ...templates.map(({ id, name, content, versions, updatedAt }): Place => {
      const published = isPublishedToo ? versions.slice(-1).map((version) => version.content) : [];
      const references = [content, ...published.filter(({ blobId }) => blobId !== content.blobId)];
      return { use: { kind: 'template', id, name, status: null }, references, changedAt: updatedAt };
    }),
    ...broadcasts
      .filter(({ status }) => isLookedAt(status))
      .map(({ id, name, status, sentAs, updatedAt, ...draft }): Place => {
        const { content, test } = sentAs ?? draft;
        const references = [content, ...(test === undefined ? [] : [test.content])];
        return { use: { kind: 'broadcast', id, name, status }, references, changedAt: updatedAt };
      }),
  ];
  const uses = new Map<string, ContentUse[]>();
  let bytesLeft = mostBytesOpened;
  for (const { use, references, changedAt } of places) {
    bytesLeft -= references.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (bytesLeft < 0) return { uses, isWhole: false };
    const contents = await Promise.all(references.map((each) => openContent(ports, each)));
    for (const name of new Set(contents.flatMap((each) => [...namesIn(each, changedAt)]))) {
      uses.set(name, [...(uses.get(name) ?? []), use]);
    }
  }
  return { uses, isWhole: true };
}

/** GET /dashboard-api/saved-blocks/{id}/uses. */
export interface GetSavedBlockUses {
  readonly teamId: string;
  readonly savedBlockId: string;
}

/** Broadcasts that are not sent yet, and templates, which follow it. */
export const GetSavedBlockUses = query({
  name: 'GetSavedBlockUses',
  need: 'read-only',
  async run(ports: ContentUsePorts & LogPorts, { teamId, savedBlockId }: GetSavedBlockUses) {
    if ((await getSavedBlock(ports, { teamId, savedBlockId })) === undefined) return undefined;
    const isUnsent = (status: Broadcast['status']) => status === 'draft' || status === 'scheduled';
    const { uses, isWhole } = await contentUses(ports, teamId, { isLookedAt: isUnsent }, ({ document }) =>
      followedBlocks(document).keys(),
    );
    return { uses: uses.get(savedBlockId) ?? [], isWhole };
  },
});
