import type { Recipient, TimelineEntry } from '../../api/documents';
import { Shape, type Tone } from '../../ui/status';
import { Clock, durationText, elapsedMs } from '../../ui/time';
import { ReplyLine } from './reply-line';

interface Props {
  readonly entries: readonly TimelineEntry[];
  readonly recipients: readonly Recipient[];
}

/** What happened to the mail, oldest first: each entry is one event of its log. */
export function Timeline({ entries, recipients }: Props) {
  if (entries.length === 0) return <p className="faint">Nothing is recorded yet.</p>;
  return (
    <ol className="timeline">
      {entries.map((entry, place) => (
        <li key={entry.id}>
          <Shape tone={tones[entry.type] ?? 'calm'} />
          <div>
            <div className="timeline-line">
              <strong>{entry.summary}</strong>
              <Clock at={entry.created_at} />
            </div>
            <Concerned by={entry} of={recipients} />
            {entry.reply !== null && <EntryReply reply={entry.reply} />}
            <div className="faint">
              {entry.type} by {entry.actor}
              <Since entry={entry} before={entries[place - 1]} />
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}

const tones: Readonly<Record<string, Tone>> = {
  DeliveryAttemptStarted: 'busy',
  EmailRetried: 'busy',
  DeliveryAttemptAbandoned: 'warn',
  DeliveryOutcomeUnknown: 'warn',
  DeliveryDeferred: 'warn',
  EmailDelivered: 'good',
  EmailBounced: 'bad',
  EmailFailed: 'bad',
  EmailSuppressed: 'bad',
  EmailComplained: 'bad',
  AcceptAbandoned: 'bad',
};

/** Names the recipients only where that says something: a mail with one has no other. */
function Concerned({ by: entry, of: recipients }: { readonly by: TimelineEntry; readonly of: readonly Recipient[] }) {
  if (recipients.length < 2 || entry.recipients.length === 0) return null;
  if (entry.recipients.length === recipients.length) return <div>all {recipients.length} recipients</div>;
  return (
    <div className="wrap">{entry.recipients.map((place) => recipients[place]?.address ?? `#${place}`).join(', ')}</div>
  );
}

function EntryReply({ reply }: { readonly reply: NonNullable<TimelineEntry['reply']> }) {
  return (
    <>
      <ReplyLine reply={reply} />
      <div className="faint wrap">
        {reply.host}, at {reply.step}
      </div>
      {reply.conversation !== null && (
        <details>
          <summary>What was said</summary>
          <pre className="wrap">{reply.conversation}</pre>
        </details>
      )}
    </>
  );
}

function Since({ entry, before }: { readonly entry: TimelineEntry; readonly before: TimelineEntry | undefined }) {
  const ms = before === undefined ? null : elapsedMs(before.created_at, entry.created_at);
  return ms === null ? null : <>, {durationText(ms)} later</>;
}
