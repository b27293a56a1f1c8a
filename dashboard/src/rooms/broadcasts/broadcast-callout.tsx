import { Because, Callout } from '../../kit/callout';
import { broadcastPageWords as words } from '../../messages/broadcast-page';
import { momentOf } from '../../ui/clock';
import { Moment } from '../../ui/time';
import { BackToDraft } from './back-to-draft';
import type { Broadcast } from './queries';
import { isAhead } from './standing';

/** What one has to know first of a broadcast that is on its way, or was stopped; nothing of others. */
export function BroadcastCallout({ broadcast }: { readonly broadcast: Broadcast }) {
  const { id, status, paused_because: because, scheduled_at: at, local_time: local } = broadcast;
  if (because !== null) {
    return (
      <Callout
        tone="warn"
        title={words.paused[because]}
        actions={status === 'scheduled' ? <BackToDraft id={id} /> : undefined}
      >
        <Because>{words.pausedHints[because]}</Because>
      </Callout>
    );
  }
  if (local !== null && isAhead(broadcast)) return <Locally id={id} of={local} isScheduled={status === 'scheduled'} />;
  if (status === 'scheduled' && at !== null) {
    return (
      <Callout
        tone="calm"
        actions={<BackToDraft id={id} />}
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

interface LocallyProps {
  readonly id: string;
  readonly of: NonNullable<Broadcast['local_time']>;
  readonly isScheduled: boolean;
}

/** Until when it goes on, and how many wait for their time; nothing once all had theirs. */
function Locally({ id, of: { at, begins_at: begins, turns }, isScheduled }: LocallyProps) {
  const clock = at.replace('T', ' ');
  if (isScheduled) {
    return (
      <Callout tone="calm" title={words.scheduledLocally(clock)} actions={<BackToDraft id={id} />}>
        <Because>
          {words.scheduledLocallyHint} <Moment at={begins} precision="minute" />
        </Because>
      </Callout>
    );
  }
  const ahead = turns.filter(({ begins_at: turn }) => momentOf(turn).getTime() > Date.now());
  const [next, last] = [ahead[0], ahead.at(-1)];
  if (next === undefined || last === undefined) return null;
  return (
    <Callout tone="calm" title={words.sendingLocally(clock)}>
      <Because>
        {words.sendingLocallyHint(ahead.reduce((sum, { recipients }) => sum + recipients, 0))}{' '}
        <Moment at={next.begins_at} precision="minute" />, <Moment at={last.begins_at} precision="minute" />
      </Because>
    </Callout>
  );
}
