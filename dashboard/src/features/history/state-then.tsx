import type { EmailHistory, HistoryEntry } from '../../api/documents';
import { Fact, Facts } from '../../ui/facts';
import { hrefOf } from '../../ui/route';
import { Status } from '../../ui/status';
import { Moment } from '../../ui/time';
import { Recipients } from '../emails/recipients';
import { stopsOf } from './stops';

interface Props {
  readonly emailId: string;
  readonly entries: readonly HistoryEntry[];
  readonly at: string | null;
  /** Has its own moment: while a new history is loading that may be another than `at`. */
  readonly shown: EmailHistory | null;
}

/** How the mail stood after any of its events: a slider over their times, and the state at the chosen one. */
export function StateThen({ emailId, entries, at, shown }: Props) {
  const stops = stopsOf(entries, at);
  const last = stops.length - 1;
  const place = at === null ? last : stops.indexOf(at);
  const go = (next: number): void => {
    // The last stop is the present, which goes on.
    location.replace(hrefOf({ name: 'history', id: emailId, at: next === last ? null : (stops[next] ?? null) }));
  };
  const words = at === null ? 'now' : `after event ${entries.filter((entry) => entry.created_at <= at).length}`;
  return (
    <>
      <div className="slider">
        <label htmlFor="state-at">State at</label>
        <input
          id="state-at"
          type="range"
          min={0}
          max={Math.max(last, 0)}
          step={1}
          value={place}
          disabled={last < 1}
          aria-valuetext={`${words} of ${entries.length}, ${at ?? 'the present'}`}
          onChange={(event) => go(event.target.valueAsNumber)}
        />
        <span className="faint">{at === null ? 'now' : `${words} of ${entries.length}`}</span>
      </div>
      {shown !== null && <State of={shown} />}
      {at !== null && (
        <p className="history-links">
          <a href={hrefOf({ name: 'history', id: emailId, at: null })}>Back to now</a>
        </p>
      )}
    </>
  );
}

function State({ of: { at, state } }: { readonly of: EmailHistory }) {
  return (
    <div className="state" aria-live="polite">
      <Facts>
        <Fact name="Moment">{at === null ? 'Now' : <Moment at={at} />}</Fact>
        <Fact name="Status">{state === null ? 'There was no such mail yet.' : <Status of={state.last_event} />}</Fact>
        {state !== null && state.scheduled_at !== null && (
          <Fact name="Scheduled">
            <Moment at={state.scheduled_at} />
          </Fact>
        )}
      </Facts>
      {state !== null && <Recipients recipients={state.recipients} />}
    </div>
  );
}
