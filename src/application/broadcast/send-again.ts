import type { Excluding } from '../../domain/broadcast/events.js';
import { command } from '../access/use-case.js';
import { openBroadcastContent } from './broadcast-content.js';
import { broadcastOfTeam } from './broadcast-streams.js';
import { type BroadcastPorts, makeDraft, nameWith, type OneBroadcast } from './broadcasts.js';
import { shownContent } from './variant-content.js';

/** POST /dashboard-api/broadcasts/{id}/again. */
export interface SendAgain extends OneBroadcast {
  readonly kind: Excluding['kind'];
}

/** A draft that says the same to the rest of its audience: nothing is sent. */
export const SendAgain = command({
  name: 'SendAgain',
  need: 'member',
  async run(ports: BroadcastPorts, { context, broadcastId, kind }: SendAgain) {
    const loaded = await broadcastOfTeam(ports, context.teamId, broadcastId);
    if (loaded === undefined) return { refused: 'not-found' } as const;
    const { state } = loaded;
    if (state.status !== 'sent' || state.sentAs === null) return { refused: 'not-sent-yet' } as const;
    const { segmentId, topicId } = state.sentAs;
    const content = shownContent(state.sentAs, state.winner);
    const settings = { name: nameWith(state.name, ' (again)'), segmentId, topicId };
    return makeDraft(ports, context, settings, await openBroadcastContent(ports, content), {
      excluding: { broadcastId, kind },
    });
  },
});
