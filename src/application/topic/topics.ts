import { streamName } from '../../domain/shared/stream-name.js';
import { topic, type TopicSettings } from '../../domain/topic/topic.js';
import type { Subscription } from '../../domain/topic/topic.js';
import { foldTopic, type TopicDocument, topicsProjection } from '../../projections/topics/topics.projection.js';
import { command, query } from '../access/use-case.js';
import { allOfTeam, type TeamReadPorts } from '../shared/all-of-team.js';
import { type Changed, changeOne } from '../shared/change-one.js';
import type { RequestContext } from '../shared/context.js';
import { load, type LogPorts } from '../shared/handle.js';
import type { PageRequest } from '../shared/page.js';
import type { Ports } from '../shared/ports.js';
import { teamList } from '../shared/team-list.js';
import { type TooMany, withRoomOfTeam } from '../shared/with-room.js';

/** A preference page with more of them could not be read. */
const mostTopics = 200;

const topicStream = (id: string) => streamName('topic', id);
type WritePorts = LogPorts & Pick<Ports, 'ownWrites'>;

/** POST /topics. */
export interface CreateTopic {
  readonly context: RequestContext;
  readonly settings: TopicSettings;
  readonly defaultSubscription: Subscription;
}
export const CreateTopic = command({ name: 'CreateTopic', need: 'member', run: createTopic });

async function createTopic(
  ports: WritePorts & TeamReadPorts,
  { context, settings, defaultSubscription }: CreateTopic,
): Promise<Changed<'not-found'> | TooMany> {
  const { teamId } = context;
  const command = { type: 'CreateTopic', topic: { teamId, ...settings, defaultSubscription } } as const;
  return withRoomOfTeam(ports, topicsProjection, { category: 'topic', teamId, most: mostTopics }, () =>
    changeOne(ports, topic, topicStream(ports.ids.next()), command, context),
  );
}

/** PATCH /topics/{id}: what is left out stays. */
export interface ChangeTopic {
  readonly context: RequestContext;
  readonly topicId: string;
  readonly settings: Partial<TopicSettings>;
}
export const ChangeTopic = command({
  name: 'ChangeTopic',
  need: 'member',
  run: (ports: WritePorts, { context, topicId, settings }: ChangeTopic) =>
    changeOne(ports, topic, topicStream(topicId), { type: 'ChangeTopic', teamId: context.teamId, settings }, context),
});

/** What people said about it stays in the log. */
export const deleteTopic = (
  ports: WritePorts,
  context: RequestContext,
  topicId: string,
): Promise<Changed<'not-found'>> =>
  changeOne(ports, topic, topicStream(topicId), { type: 'DeleteTopic', teamId: context.teamId }, context);

/** GET /topics, newest first. */
export interface ListTopics {
  readonly teamId: string;
  readonly page: Partial<PageRequest>;
}
export const ListTopics = query({
  name: 'ListTopics',
  need: 'read-only',
  run: (ports: TeamReadPorts, { teamId, page }: ListTopics) => teamList(ports, topicsProjection, { teamId, page }),
});

/** GET /topics/{id}. Undefined when the team has no such topic. */
export interface GetTopic {
  readonly teamId: string;
  readonly topicId: string;
}
export const GetTopic = query({ name: 'GetTopic', need: 'read-only', run: getTopic });

/** From its own stream, so that every write that was answered shows. */
export async function getTopic(ports: LogPorts, { teamId, topicId }: GetTopic): Promise<TopicDocument | undefined> {
  const { events } = await load(ports, topic, topicStream(topicId));
  const found = foldTopic(events);
  return found?.teamId === teamId ? found : undefined;
}

export const teamTopics = (ports: TeamReadPorts, teamId: string): Promise<readonly TopicDocument[]> =>
  allOfTeam(ports, topicsProjection, teamId);
