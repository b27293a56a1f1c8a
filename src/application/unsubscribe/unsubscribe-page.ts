import type { BrandSettings } from '../../domain/brand/brand.js';
import type { PageSettings } from '../../domain/unsubscribe-page/events.js';
import { unsubscribePage, type UnsubscribePageState } from '../../domain/unsubscribe-page/unsubscribe-page.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { TopicDocument } from '../../projections/topics/topics.projection.js';
import { command, query } from '../access/use-case.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import type { TeamReadPorts } from '../shared/all-of-team.js';
import { brandOf } from '../brand/brand.js';
import { handle, load, type LogPorts } from '../shared/handle.js';
import { teamTopics } from '../topic/topics.js';

/** GET /dashboard-api/unsubscribe-page. */
export interface GetUnsubscribePage {
  readonly teamId: string;
}

/** PATCH /dashboard-api/unsubscribe-page. */
export interface ChangeUnsubscribePage {
  readonly context: RequestContext;
  readonly change: Partial<PageSettings>;
}
type ChangeUnsubscribePageResult = UnsubscribePageState | Unavailable;

export const GetUnsubscribePage = query({
  name: 'GetUnsubscribePage',
  need: 'read-only',
  run: (ports: LogPorts, { teamId }: GetUnsubscribePage) => pageOf(ports, teamId),
});

/** POST /dashboard-api/unsubscribe-page/preview: the page as it is, and the topics that everyone may choose. */
export const PreviewUnsubscribePage = query({
  name: 'PreviewUnsubscribePage',
  need: 'read-only',
  run: previewUnsubscribePage,
});

export const ChangeUnsubscribePage = command({
  name: 'ChangeUnsubscribePage',
  need: 'member',
  run: changeUnsubscribePage,
});

/** From its own stream: the version that was saved last. */
async function pageOf(ports: LogPorts, teamId: string): Promise<UnsubscribePageState> {
  return (await load(ports, unsubscribePage, pageStream(teamId))).state;
}

/** As visitors see it: what the page does not say itself is as the brand has it. */
export interface ShownPage extends UnsubscribePageState {
  readonly brand: BrandSettings;
}

export async function shownPageOf(ports: LogPorts, teamId: string): Promise<ShownPage> {
  const [page, brand] = await Promise.all([pageOf(ports, teamId), brandOf(ports, teamId)]);
  return { ...page, brand: brand.settings };
}

interface PagePreview extends ShownPage {
  readonly topics: readonly TopicDocument[];
}

async function previewUnsubscribePage(
  ports: LogPorts & TeamReadPorts,
  { teamId }: GetUnsubscribePage,
): Promise<PagePreview> {
  const [page, topics] = await Promise.all([shownPageOf(ports, teamId), teamTopics(ports, teamId)]);
  return { ...page, topics: topics.filter(({ visibility }) => visibility === 'public') };
}

async function changeUnsubscribePage(
  ports: LogPorts,
  { context, change }: ChangeUnsubscribePage,
): Promise<ChangeUnsubscribePageResult> {
  const command = { type: 'ChangeUnsubscribePage', change } as const;
  const provenance = { context, region: null };
  const handled = await handle(ports, unsubscribePage, pageStream(context.teamId), command, provenance);
  return 'refused' in handled ? unavailable : handled.loaded.state;
}

export const pageStream = (teamId: string) => streamName('unsubscribepage', teamId);
