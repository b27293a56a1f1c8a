import type { Position, Recorded } from '../../domain/shared/recorded.js';
import type { WebhookReplayRequested } from '../../domain/webhook/events.js';
import type { StandingWebhook } from '../../domain/webhook/webhook.js';
import type { RequestedReplay } from './replays.js';

/** Where what is sent begins: at the registration, or where it was enabled last. */
export function lastSwitchedOn(events: readonly Recorded[]): Position {
  const last = events.findLast(({ event }) => event.type === 'WebhookRegistered' || event.type === 'WebhookEnabled');
  if (last === undefined) throw new Error('an endpoint that stands was registered');
  return last.position;
}

/** Those under way or waiting, each with the position of its request. */
export function requestedReplays(
  { replays }: StandingWebhook,
  events: readonly Recorded[],
): readonly RequestedReplay[] {
  const isOf = (replayId: string) => (recorded: Recorded) =>
    recorded.event.type === 'WebhookReplayRequested' &&
    // The codec's registry knows exactly the data of the type.
    (recorded.event.data as WebhookReplayRequested['data']).replayId === replayId;
  return replays.flatMap((replay) => {
    const request = events.find(isOf(replay.replayId));
    return request === undefined ? [] : [{ ...replay, until: request.position }];
  });
}
