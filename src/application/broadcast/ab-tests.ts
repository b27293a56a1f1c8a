import { type AbTest, isTie, usualTest, type Variant, type WinnerBy } from '../../domain/broadcast/ab-test.js';
import { broadcast, type Broadcast } from '../../domain/broadcast/broadcast.js';
import { command, query } from '../access/use-case.js';
import { changeOne } from '../shared/change-one.js';
import type { LogPorts } from '../shared/handle.js';
import { type ContentPorts, sealContent } from '../template/template-content.js';
import { type ContentReading, openBroadcastContent } from './broadcast-content.js';
import {
  type BroadcastPorts,
  type OneBroadcast,
  write,
  type WriteRefusal,
  type WrittenBroadcast,
} from './broadcasts.js';
import { broadcastOfTeam, broadcastStream } from './broadcast-streams.js';
import { testFiguresOf } from './test-figures.js';
import { openVariantContent, type VariantContent, variantAfter, type VariantSettings } from './variant-content.js';

/** PATCH /dashboard-api/broadcasts/{id}/ab-test: the first one turns it on; what is left out stays. */
export interface SetAbTest extends OneBroadcast {
  readonly says: VariantSettings;
  readonly share?: number | undefined;
  readonly winnerBy?: WinnerBy | undefined;
  readonly hours?: number | undefined;
  readonly reading: ContentReading;
  /** The one that was looked at; undefined: whatever is there is changed. */
  readonly revision?: number | undefined;
}
export const SetAbTest = command({ name: 'SetAbTest', need: 'member', run: setAbTest });

async function setAbTest(
  ports: BroadcastPorts,
  { context, broadcastId, says, share, winnerBy, hours, reading, revision }: SetAbTest,
): Promise<WrittenBroadcast | WriteRefusal> {
  const { teamId } = context;
  const loaded = await broadcastOfTeam(ports, teamId, broadcastId);
  if (loaded === undefined) return { refused: 'not-found' };
  const { state, stream } = loaded;
  const a = await openBroadcastContent(ports, state.content);
  const before = state.test === undefined ? undefined : await openVariantContent(ports, state.test);
  const after = await variantAfter(a, before, says, reading);
  if ('refused' in after) return after;
  const content = await sealedVariant(ports, state, before, after, stream);
  const { share: usualShare, winnerBy: usualRule, hours: usualHours } = state.test ?? usualTest;
  const test = { content, share: share ?? usualShare, winnerBy: winnerBy ?? usualRule, hours: hours ?? usualHours };
  const draft = { test };
  return write(ports, stream, { type: 'ChangeBroadcast', teamId, draft, revision, parts: ['test'] }, context);
}

/** What was there already where nothing of it changed. */
async function sealedVariant(
  ports: BroadcastPorts,
  { teamId, content, test }: Pick<Broadcast, 'teamId' | 'content' | 'test'>,
  before: VariantContent | undefined,
  after: VariantContent,
  stream: Parameters<typeof sealContent>[1],
): Promise<AbTest['content']> {
  if (test !== undefined && JSON.stringify(before) === JSON.stringify(after)) return test.content;
  return sealContent(ports, stream, after, content.kid, teamId);
}

/** DELETE /dashboard-api/broadcasts/{id}/ab-test: everyone gets the same. */
export const RemoveAbTest = command({
  name: 'RemoveAbTest',
  need: 'member',
  async run(ports: BroadcastPorts, { context, broadcastId }: OneBroadcast): Promise<WrittenBroadcast | WriteRefusal> {
    const { teamId } = context;
    const loaded = await broadcastOfTeam(ports, teamId, broadcastId);
    if (loaded === undefined) return { refused: 'not-found' };
    const draft = { test: null };
    return write(ports, loaded.stream, { type: 'ChangeBroadcast', teamId, draft, parts: ['test'] }, context);
  },
});

/** POST /dashboard-api/broadcasts/{id}/ab-test/winner: what the rest gets, also before the rule judges. */
export interface ChooseWinner extends OneBroadcast {
  readonly variant: Variant;
}
export const ChooseWinner = command({
  name: 'ChooseWinner',
  need: 'member',
  async run(ports: BroadcastPorts, { context, broadcastId, variant }: ChooseWinner) {
    const { teamId } = context;
    if ((await broadcastOfTeam(ports, teamId, broadcastId)) === undefined) return { refused: 'not-found' } as const;
    const figures = await testFiguresOf(ports, broadcastId);
    const chosen = { type: 'ChooseWinner', teamId, variant, because: 'person', figures } as const;
    return changeOne(ports, broadcast, broadcastStream(broadcastId), chosen, context);
  },
});

/** GET /dashboard-api/broadcasts/{id}/ab-test. */
export interface GetAbTest {
  readonly teamId: string;
  readonly broadcastId: string;
}
export interface ShownAbTest {
  readonly id: string;
  readonly state: Broadcast;
  /** Null where there is no test. */
  readonly test: (AbTest & { readonly says: VariantContent }) | null;
  /** Neither variant was ahead when the rule judged. */
  readonly isTied: boolean;
}
export const GetAbTest = query({
  name: 'GetAbTest',
  need: 'read-only',
  /** @returns undefined when the team has no such broadcast. */
  async run(ports: LogPorts & ContentPorts, { teamId, broadcastId }: GetAbTest): Promise<ShownAbTest | undefined> {
    const loaded = await broadcastOfTeam(ports, teamId, broadcastId);
    if (loaded === undefined) return undefined;
    const { state } = loaded;
    const test = (state.sentAs ?? state).test;
    const says = test && (await openVariantContent(ports, test));
    const { winner } = state;
    const isTied = winner !== undefined && winner.because !== 'person' && isTie(winner.because, winner.figures);
    return { id: broadcastId, state, test: test && says ? { ...test, says } : null, isTied };
  },
});
