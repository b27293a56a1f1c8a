import type { Broadcast } from '../../domain/broadcast/broadcast.js';
import type { BroadcastDraft, ContentPart } from '../../domain/broadcast/events.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { command, query } from '../access/use-case.js';
import type { LogPorts } from '../shared/handle.js';
import { broadcastOfTeam, broadcastStream } from './broadcast-streams.js';
import { type ListedVersion, listedVersions } from './listed-versions.js';
import { type BroadcastPorts, type OneBroadcast, unknownIn, write } from './broadcasts.js';
import { type BroadcastVersion, type VersionPart, versionsIn } from './versions-in.js';

/** Those of a draft that can be restored, as they are listed; older ones are destroyed. */
export const keptVersions = 50;
/** So many more stay in the vault, and so many of the last saves: one that is restored now is not swept meanwhile. */
const margin = 10;

/** Blobs that a broadcast still needs: of one that was sent what was sent, of a draft its last versions. */
export function neededBlobs(state: Broadcast, events: readonly Recorded[]): ReadonlySet<string> {
  const sent = state.sentAs === null ? [] : blobsOf(state.sentAs);
  if (state.isDeleted) return new Set(sent);
  const isDraft = state.sentAs === null;
  const all = isDraft ? versionsIn(events) : [];
  const versions = [...listedVersions(all).slice(-keptVersions - margin), ...all.slice(-margin)];
  return new Set([...sent, ...blobsOf(state), ...versions.flatMap(({ draft }) => blobsOf(draft))]);
}

/** Those of both variants. */
export const blobsOf = ({ content, test }: Pick<BroadcastDraft, 'content' | 'test'>): readonly string[] => [
  content.blobId,
  ...(test === undefined ? [] : [test.content.blobId]),
];

/** GET /dashboard-api/broadcasts/{id}/versions, newest first. Of one that was sent nothing older is left. */
export const ListBroadcastVersions = query({
  name: 'ListBroadcastVersions',
  need: 'read-only',
  async run(ports: LogPorts, { teamId, broadcastId }: { readonly teamId: string; readonly broadcastId: string }) {
    const loaded = await broadcastOfTeam(ports, teamId, broadcastId);
    return loaded === undefined ? undefined : restorable(loaded.state, loaded.events).toReversed();
  },
});

function restorable(state: Broadcast, events: readonly Recorded[]): readonly ListedVersion[] {
  return listedVersions(versionsIn(events)).slice(state.sentAs === null ? -keptVersions : -1);
}

/** POST /dashboard-api/broadcasts/{id}/versions/{revision}/restore. */
export interface RestoreBroadcast extends OneBroadcast {
  readonly revision: number;
}

/** The draft is as that version was, in a version of its own. */
export const RestoreBroadcast = command({
  name: 'RestoreBroadcast',
  need: 'member',
  async run(ports: BroadcastPorts, { context, broadcastId, revision }: RestoreBroadcast) {
    const { teamId } = context;
    const loaded = await broadcastOfTeam(ports, teamId, broadcastId);
    if (loaded === undefined) return { refused: 'not-found' } as const;
    const { state, events } = loaded;
    const version = versionOf(state, events, revision);
    if (version === undefined) return { refused: 'unknown-version' } as const;
    const { segmentId, topicId } = version.draft;
    const unknown = await unknownIn(ports, teamId, { topicId, ...(segmentId === null ? {} : { segmentId }) });
    if (unknown !== undefined) return unknown;
    const parts = partsSince(versionsIn(events), revision);
    const restoring = { draft: { ...version.draft, test: version.draft.test ?? null }, parts, restoredFrom: revision };
    const stream = broadcastStream(broadcastId);
    return write(ports, stream, { type: 'ChangeBroadcast', teamId, ...restoring }, context);
  },
});

/** @returns undefined where there was none, or it is kept no longer. */
export const versionOf = (
  state: Broadcast,
  events: readonly Recorded[],
  revision: number,
): BroadcastVersion | undefined => restorable(state, events).find((each) => each.revision === revision);

/** What of the content any version since has written. */
function partsSince(versions: readonly BroadcastVersion[], revision: number): readonly ContentPart[] {
  const isOfContent = (part: VersionPart): part is ContentPart => !['name', 'segment', 'topic'].includes(part);
  return [...new Set(versions.slice(revision).flatMap(({ changed }) => changed.filter(isOfContent)))];
}
