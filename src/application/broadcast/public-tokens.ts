import { streamName } from '../../domain/shared/stream-name.js';
import { topic } from '../../domain/topic/topic.js';
import type { BroadcastDocument } from '../../projections/broadcasts/broadcasts.projection.js';
import { load, type LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { signedId } from '../shared/signed-id.js';

/** Tokens of the pages that show a broadcast; null where there is none. */
export interface PublicPages {
  readonly broadcast: string | null;
  readonly archive: string | null;
}

export async function publicPages(
  ports: LogPorts & Pick<Ports, 'hash'>,
  { id, isPublic, sentAs, status, archivedUnder }: BroadcastDocument,
): Promise<PublicPages> {
  if (isPublic !== true || sentAs === null || status === 'canceled') return { broadcast: null, archive: null };
  const topicId = archivedUnder === '' ? null : archivedUnder;
  const about = topicId === null ? null : (await load(ports, topic, streamName('topic', topicId))).state;
  const hasArchive = topicId !== null && about?.visibility === 'public';
  return {
    broadcast: signedId(ports.hash, 'broadcast-page', id),
    archive: hasArchive ? signedId(ports.hash, 'topic-archive', topicId) : null,
  };
}
