import type { QueueLine } from '../../api/documents';
import { hrefOf } from '../../ui/route';
import { Shape, type Tone } from '../../ui/status';
import { Ago, Moment } from '../../ui/time';

/** One row for each domain; it leads to the mail whose turn is next. */
export function QueueList({ lines }: { readonly lines: readonly QueueLine[] }) {
  return (
    <ol className="rows queue" aria-label="Waiting mail by domain">
      {lines.map((line, index) => (
        // A domain has a row for each way that its mail took last.
        <li key={`${line.domain} ${index}`}>
          <a href={hrefOf({ name: 'email', id: line.first_email_id })}>
            <Standing line={line} />
            <span className="row-to">{line.domain ?? 'an erased domain'}</span>
            <span className="queue-counts">{countsOf(line)}</span>
            <span className="row-time">
              <Next line={line} />
            </span>
            <Why line={line} />
          </a>
        </li>
      ))}
    </ol>
  );
}

function Standing({ line }: { readonly line: QueueLine }) {
  const [word, tone] = standingOf(line);
  return (
    <span className={`status ${tone}`}>
      <Shape tone={tone} />
      {word}
    </span>
  );
}

function standingOf({ paused, in_attempt, due, last_reply }: QueueLine): readonly [string, Tone] {
  if (paused !== null) return ['Paused', 'warn'];
  if (in_attempt > 0) return ['Sending', 'busy'];
  if (due > 0) return ['Due', 'busy'];
  return last_reply === null ? ['Waiting', 'calm'] : ['Delayed', 'warn'];
}

function countsOf({ due, waiting, in_attempt }: QueueLine): string {
  const parts: string[] = [];
  if (in_attempt > 0) parts.push(`${counted(in_attempt)} being sent`);
  if (due > 0) parts.push(`${counted(due)} due`);
  if (waiting > 0) parts.push(`${counted(waiting)} waiting`);
  return parts.join(', ');
}

const counted = (count: number): string => count.toLocaleString();

/** A time that is over says nothing: what is due is in the counts. */
function Next({ line: { due, next_at: nextAt } }: { readonly line: QueueLine }) {
  return due > 0 || nextAt === null ? null : <Ago at={nextAt} />;
}

function Why({ line: { paused, last_reply: lastReply } }: { readonly line: QueueLine }) {
  if (paused === null && lastReply === null) return null;
  return (
    <span className="queue-why faint">
      {paused !== null && (
        <>
          Paused{paused.until !== null && ' until '}
          {paused.until !== null && <Moment at={paused.until} />}: {paused.reason}
        </>
      )}
      {paused !== null && lastReply !== null && <br />}
      {lastReply !== null && <>Last reply: {lastReply}</>}
    </span>
  );
}
