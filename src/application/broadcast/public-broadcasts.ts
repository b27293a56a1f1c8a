import { topic, type TopicState } from '../../domain/topic/topic.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { type BroadcastDocument, broadcastsProjection } from '../../projections/broadcasts/broadcasts.projection.js';
import { query } from '../access/use-case.js';
import type { CountOpening } from '../ports/limit-key.js';
import type { TeamReadPorts } from '../shared/all-of-team.js';
import { foundKey } from '../shared/found-key.js';
import { load, type LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { readSignedId, signedId } from '../shared/signed-id.js';
import { teamList } from '../shared/team-list.js';
import type { ContentPorts } from '../template/template-content.js';
import { type MergedTexts, openBroadcastContent, unknownPerson } from './broadcast-content.js';
import { loadBroadcast } from './broadcast-streams.js';
import { textsFor } from './preview-broadcast.js';
import { shownContent } from './variant-content.js';

type PublicPorts = LogPorts & ContentPorts & TeamReadPorts & Pick<Ports, 'hash'>;

/** GET /public/broadcasts/{token}: anyone who has the address. */
export interface OpenPublicBroadcast {
  readonly token: string;
  readonly count: CountOpening;
}
export const OpenPublicBroadcast = query({
  name: 'OpenPublicBroadcast',
  need: 'anyone',
  /** Undefined where the token is not one of ours, or the broadcast is not public. */
  async run(
    ports: PublicPorts,
    { token, count }: OpenPublicBroadcast,
  ): Promise<(MergedTexts & { readonly teamId: string }) | undefined> {
    const id = readSignedId(ports.hash, 'broadcast-page', token);
    if (id === undefined) return undefined;
    await count(foundKey('public broadcast', id));
    const { state } = await loadBroadcast(ports, id);
    if (state === null || state.isDeleted || state.isPublic !== true || state.sentAs === null) return undefined;
    if (state.status === 'canceled') return undefined;
    return { teamId: state.teamId, ...(await shownTexts(ports, state.teamId, state.sentAs, state.winner)) };
  },
});

/** With fallbacks alone, and without a link to leave: it shows the values and the link of no one. */
async function shownTexts(
  ports: PublicPorts,
  teamId: string,
  sentAs: NonNullable<BroadcastDocument['sentAs']>,
  winner: BroadcastDocument['winner'],
): Promise<MergedTexts & { readonly previewText: string | null }> {
  const content = await openBroadcastContent(ports, shownContent(sentAs, winner));
  const asked = { content, person: unknownPerson, given: {}, leaveUrl: '#' };
  const texts = await textsFor(ports, teamId, asked);
  const { previewText } = content;
  if (previewText === null) return { ...texts, previewText };
  const line = { ...content, subject: previewText };
  return { ...texts, previewText: (await textsFor(ports, teamId, { ...asked, content: line })).subject };
}

/** GET /public/topics/{token} and its feed. */
export interface OpenArchive {
  readonly token: string;
  readonly count: CountOpening;
}
export interface Archive {
  readonly name: string;
  readonly description: string | null;
  readonly broadcasts: readonly {
    readonly token: string;
    readonly subject: string;
    readonly previewText: string | null;
    /** ISO 8601. */
    readonly sentAt: string;
  }[];
}
/** More of an archive is not shown. */
const mostShown = 20;

export const OpenArchive = query({
  name: 'OpenArchive',
  need: 'anyone',
  /** Undefined where the topic is not public, or nothing about it is. */
  async run(ports: PublicPorts, { token, count }: OpenArchive): Promise<Archive | undefined> {
    const topicId = readSignedId(ports.hash, 'topic-archive', token);
    if (topicId === undefined) return undefined;
    await count(foundKey('archive', topicId));
    const { state } = await load<TopicState, never>(ports, topic, streamName('topic', topicId));
    if (state?.visibility !== 'public') return undefined;
    const { teamId, name, description } = state;
    const page = { limit: mostShown };
    const found = await teamList(ports, broadcastsProjection, { teamId, page, equals: { archivedUnder: topicId } });
    if ('refused' in found || found.documents.length === 0) return undefined;
    const broadcasts = await Promise.all(
      found.documents.map(async ({ id, sentAs, winner, sentAt, updatedAt }) => {
        if (sentAs === null) throw new Error('only what was sent is in an archive');
        const { subject, previewText } = await shownTexts(ports, teamId, sentAs, winner);
        return { token: signedId(ports.hash, 'broadcast-page', id), subject, previewText, sentAt: sentAt ?? updatedAt };
      }),
    );
    return { name, description, broadcasts };
  },
});
