import type { ApiKey, CauseStep, HistoryEntry } from '../../api/documents';
import { hrefOf } from '../../ui/route';
import { Clock, durationText, elapsedMs, Moment } from '../../ui/time';
import { actorText } from './actor-text';

interface Props {
  readonly emailId: string;
  readonly entries: readonly HistoryEntry[];
  readonly apiKeys: readonly ApiKey[];
  /** The moment whose state is shown; `null` is the present. */
  readonly at: string | null;
}

/** Every event, oldest first: when, who, by which request and why. Each leads to the state right after it. */
export function HistoryList({ emailId, entries, apiKeys, at }: Props) {
  return (
    <ol className="history" aria-label="Events, oldest first">
      {entries.map((entry, place) => {
        const chosen = entry.created_at === at;
        return (
          <li key={entry.id} className={chosen ? 'chosen' : at !== null && entry.created_at > at ? 'later' : ''}>
            <div className="timeline-line">
              <strong>{entry.summary}</strong>
              <Clock at={entry.created_at} />
            </div>
            <div className="faint wrap">
              {entry.type} by {actorText(entry.actor, apiKeys)}
              <Since entry={entry} before={entries[place - 1]} />
            </div>
            <div className="history-links">
              <a
                href={hrefOf({ name: 'history', id: emailId, at: entry.created_at })}
                aria-current={chosen ? 'true' : undefined}
              >
                State then<span className="unseen">: {entry.summary}</span>
              </a>
              {entry.request_id !== null && (
                <a href={hrefOf({ name: 'log', id: entry.request_id })}>
                  Request<span className="unseen"> of: {entry.summary}</span>
                </a>
              )}
              <Causes of={entry} apiKeys={apiKeys} />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function Causes({ of: entry, apiKeys }: { readonly of: HistoryEntry; readonly apiKeys: readonly ApiKey[] }) {
  if (entry.because.length === 0) return null;
  return (
    <details className="causes">
      <summary>
        Why<span className="unseen">: {entry.summary}</span>
      </summary>
      <ol aria-label="What it followed from, the nearest first">
        {entry.because.map((step) => (
          <li key={step.id}>
            <Cause step={step} apiKeys={apiKeys} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function Cause({ step, apiKeys }: { readonly step: CauseStep; readonly apiKeys: readonly ApiKey[] }) {
  if (step.type === null || step.created_at === null || step.actor === null) {
    return (
      <>
        an event that is not in the log any more: <code>{step.id}</code>
      </>
    );
  }
  return (
    <>
      {step.type} by {actorText(step.actor, apiKeys)}, <Moment at={step.created_at} />
    </>
  );
}

function Since({ entry, before }: { readonly entry: HistoryEntry; readonly before: HistoryEntry | undefined }) {
  const ms = before === undefined ? null : elapsedMs(before.created_at, entry.created_at);
  return ms === null || ms < 0 ? null : <>, {durationText(ms)} later</>;
}
