import type { MailSubscription } from '../../domain/shared/accepted-email.js';

/** What a sender says a mail is about: a topic, or with null all marketing of the team. */
export interface MailAbout {
  readonly topicId: string | null;
}

/** `X-Posthorn-Unsubscribe`: links to leave all marketing, on a mail without a topic. Its only value. */
export const oneClick = 'one-click';

/** Where a sender writes how to leave, we add nothing: two such fields would leave it open which one counts. */
function isOwnWayToLeave(headerName: string): boolean {
  const name = headerName.toLowerCase();
  return name === 'list-unsubscribe' || name === 'list-unsubscribe-post';
}

/** A topic of a team, as far as a mail about it needs it. */
export interface KnownTopic {
  readonly id: string;
  readonly defaultSubscription: 'opt_in' | 'opt_out';
}

export interface AboutPorts {
  /** Undefined when the team has no such topic. */
  readonly topicOf: (teamId: string, topicId: string) => Promise<KnownTopic | undefined>;
}

/** As it is kept with the mail; the topic's default is that of now. Undefined where it is about nothing. */
export async function subscriptionOf(
  { topicOf }: AboutPorts,
  teamId: string,
  about: MailAbout | undefined,
  headerNames: readonly string[],
): Promise<MailSubscription | undefined | { readonly refused: 'unknown-topic'; readonly id: string }> {
  if (about === undefined) return undefined;
  const isLinked = !headerNames.some(isOwnWayToLeave);
  const { topicId } = about;
  if (topicId === null) return { topicId, isOptOut: false, isLinked };
  const topic = await topicOf(teamId, topicId);
  if (topic === undefined) return { refused: 'unknown-topic', id: topicId };
  return { topicId, isOptOut: topic.defaultSubscription === 'opt_out', isLinked };
}
