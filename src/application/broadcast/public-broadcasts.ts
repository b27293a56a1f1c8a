import type { BodyReference } from '../../domain/shared/accepted-email.js';
import { topic } from '../../domain/topic/topic.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { broadcastsProjection } from '../../projections/broadcasts/broadcasts.projection.js';
import { query } from '../access/use-case.js';
import { propertyFallbacks } from '../contact-property/contact-properties.js';
import type { CountOpening } from '../ports/limit-key.js';
import type { TeamReadPorts } from '../shared/all-of-team.js';
import { foundKey } from '../ports/found-key.js';
import { load, type LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { readSignedId, signedId } from '../shared/signed-id.js';
import { teamList } from '../shared/team-list.js';
import type { ContentPorts } from '../template/template-content.js';
import { type MergedTexts, mergedTexts, openBroadcastContent, unknownPerson, valuesFor } from './broadcast-content.js';
import { loadBroadcast } from './broadcast-streams.js';
import { type Fallbacks, publicLines, publicRevision } from './public-lines.js';
import { shownContent } from './variant-content.js';

type PublicPorts = LogPorts & ContentPorts & TeamReadPorts & Pick<Ports, 'hash'>;

/** GET /public/broadcasts/{token}: anyone who has the address. */
export interface OpenPublicBroadcast {
  readonly token: string;
  readonly count: CountOpening;
  /** Revision of the page that who asks has kept: its texts are not made again. */
  readonly kept: string | undefined;
}
/** A page, and its texts where they are not those that were kept. */
export interface PublicBroadcast {
  readonly teamId: string;
  /** Changes with what the page shows. */
  readonly revision: string;
  readonly texts?: MergedTexts;
}
export const OpenPublicBroadcast = query({
  name: 'OpenPublicBroadcast',
  need: 'anyone',
  /** Undefined where the token is not one of ours, or the broadcast is not public. */
  async run(ports: PublicPorts, { token, count, kept }: OpenPublicBroadcast): Promise<PublicBroadcast | undefined> {
    const id = readSignedId(ports.hash, 'broadcast-page', token);
    if (id === undefined) return undefined;
    await count(foundKey('public broadcast', id));
    const { state } = await loadBroadcast(ports, id);
    if (state === null || state.isDeleted || state.isPublic !== true || state.sentAs === null) return undefined;
    if (state.status === 'canceled') return undefined;
    const { teamId } = state;
    const content = shownContent(state.sentAs, state.winner);
    const fallbacks = await propertyFallbacks(ports, teamId);
    const revision = publicRevision(content, fallbacks);
    if (revision === kept) return { teamId, revision };
    const texts = inWork.get(revision) ?? textsOf(ports, content, fallbacks);
    inWork.set(revision, texts);
    try {
      return { teamId, revision, texts: await texts };
    } finally {
      inWork.delete(revision);
    }
  },
});

/** By revision: those who ask for the same at once wait for one reading. */
const inWork = new Map<string, Promise<MergedTexts>>();

/** With fallbacks alone, and without a link to leave: it shows the values and the link of no one. */
async function textsOf(ports: ContentPorts, content: BodyReference, fallbacks: Fallbacks): Promise<MergedTexts> {
  const says = await openBroadcastContent(ports, content);
  return mergedTexts(says, valuesFor(says, unknownPerson, fallbacks), '#');
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
    const { state } = await load(ports, topic, streamName('topic', topicId));
    if (state?.visibility !== 'public') return undefined;
    const { teamId, name, description } = state;
    const page = { limit: mostShown };
    const found = await teamList(ports, broadcastsProjection, { teamId, page, equals: { archivedUnder: topicId } });
    if ('refused' in found || found.documents.length === 0) return undefined;
    const fallbacks = await propertyFallbacks(ports, teamId);
    const broadcasts: Archive['broadcasts'][number][] = [];
    // One after the other: contents that are not known yet may be large.
    for (const { id, sentAs, winner, sentAt, updatedAt } of found.documents) {
      if (sentAs === null) throw new Error('only what was sent is in an archive');
      const lines = await publicLines(ports, shownContent(sentAs, winner), fallbacks);
      broadcasts.push({ token: signedId(ports.hash, 'broadcast-page', id), ...lines, sentAt: sentAt ?? updatedAt });
    }
    return { name, description, broadcasts };
  },
});
