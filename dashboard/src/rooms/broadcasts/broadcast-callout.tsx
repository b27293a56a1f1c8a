import { Because, Callout } from '../../kit/callout';
import { broadcastPageWords as words } from '../../messages/broadcast-page';
import { Moment } from '../../ui/time';
import type { Broadcast } from './queries';

/** What one has to know first of a broadcast that is on its way, or was stopped; nothing of others. */
export function BroadcastCallout({ broadcast }: { readonly broadcast: Broadcast }) {
  const { status, paused_because: because, scheduled_at: at } = broadcast;
  if (because !== null) {
    return (
      <Callout tone="warn" title={words.paused[because]}>
        <Because>{words.pausedHints[because]}</Because>
      </Callout>
    );
  }
  if (status === 'scheduled' && at !== undefined) {
    return (
      <Callout
        tone="calm"
        title={
          <>
            {words.scheduledFor} <Moment at={at} precision="minute" />
          </>
        }
      >
        <Because>{words.scheduledHint}</Because>
      </Callout>
    );
  }
  if (status === 'canceled') {
    return (
      <Callout tone="bad" title={words.canceled}>
        <Because>{words.canceledHint}</Because>
      </Callout>
    );
  }
  return null;
}
