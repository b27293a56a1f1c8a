import { Dim } from '../../kit/dim';
import type { ListColumn } from '../../kit/list-column';
import { RowLink } from '../../kit/row-link';
import { queueWords as words } from '../../messages/queue';
import { replyKinds } from '../../messages/reply-kinds';
import { Status, type Tone } from '../../ui/status';
import { Moment, When } from '../../ui/time';
import type { QueueLine } from './queries';

export const receiverOf = ({ domain }: QueueLine): string => domain ?? words.erasedDomain;

export const queueColumns: readonly ListColumn<QueueLine>[] = [
  {
    title: words.receiver,
    width: '20%',
    sortBy: receiverOf,
    textOf: receiverOf,
    cell: (line) => <Receiver line={line} />,
  },
  { title: words.state, width: 116, cell: (line) => <Standing line={line} /> },
  { title: words.recipients, width: 150, sortBy: sizeOf, textOf: countsOf, cell: countsOf },
  { title: words.why, textOf: whyOf, cell: (line) => <Why line={line} /> },
  {
    title: words.since,
    width: 124,
    isExtra: true,
    sortBy: ({ since }) => since,
    cell: ({ since }) => (isPast(since) ? <When at={since} /> : null),
  },
  { title: words.next, width: 124, sortBy: ({ next_at: at }) => at, cell: (line) => <Next line={line} /> },
];

/** Mail with a time of its own waits for that. */
function isPast(since: string): boolean {
  return new Date(since) <= new Date();
}

/** It leads to its emails: to the one whose turn is next where there is one alone, or no domain to find them by. */
function Receiver({ line }: { readonly line: QueueLine }) {
  const { domain, first_email_id: id } = line;
  if (domain === null || sizeOf(line) === 1) {
    return (
      <RowLink to="/emails/$id" params={{ id }} title={words.nextMail}>
        {receiverOf(line)}
      </RowLink>
    );
  }
  return (
    <RowLink to="/emails" search={{ search: domain, status: statusOf(line), kind: 'all' }} title={words.itsMails}>
      {domain}
    </RowLink>
  );
}

/** What the list of emails says of a line's: those that were tried have lines of their own. */
function statusOf({
  last_reply: reply,
  in_attempt: sending,
  since,
}: QueueLine): 'delivery_delayed' | 'queued' | 'scheduled' {
  if (reply !== null) return 'delivery_delayed';
  return sending > 0 || isPast(since) ? 'queued' : 'scheduled';
}

function Standing({ line }: { readonly line: QueueLine }) {
  const [state, tone] = standingOf(line);
  return <Status tone={tone} word={words.states[state]} />;
}

function standingOf({
  paused,
  in_attempt: sending,
  due,
  last_reply: reply,
}: QueueLine): readonly [keyof typeof words.states, Tone] {
  if (paused !== null) return ['paused', 'warn'];
  if (sending > 0) return ['sending', 'busy'];
  if (due > 0) return ['due', 'busy'];
  return reply === null ? ['waiting', 'calm'] : ['delayed', 'warn'];
}

function sizeOf({ due, waiting, in_attempt: sending }: QueueLine): number {
  return due + waiting + sending;
}

function countsOf({ due, waiting, in_attempt: sending }: QueueLine): string {
  const counts = [
    [sending, words.sending],
    [due, words.due],
    [waiting, words.waits],
  ] as const;
  const some = counts.filter(([count]) => count > 0);
  return some.map(([count, say]) => say(count.toLocaleString())).join(', ');
}

/** What it means, and the receiver's own words; without words, the codes and the step that they came at. */
function replyOf({ last_reply: reply, last_reply_text: text, reply_kind: kind }: QueueLine): readonly [string, string] {
  const said = text === null || text === undefined ? words.reply(reply ?? '') : words.said(reply ?? '', text);
  return [kind === null ? '' : (replyKinds[kind] ?? kind), said];
}

function whyOf(line: QueueLine): string {
  const { paused, last_reply: reply, in_attempt: sending, since } = line;
  const pause = paused === null ? [] : [words.pausedBecause(paused.reason)];
  const replied =
    reply === null
      ? []
      : [
          replyOf(line)
            .filter((part) => part !== '')
            .join(': '),
        ];
  const parts = [...pause, ...replied];
  if (parts.length > 0) return parts.join('. ');
  return sending > 0 ? words.isSent : isPast(since) ? words.notTried : words.forLater;
}

function Why({ line }: { readonly line: QueueLine }) {
  const { paused, last_reply: reply } = line;
  if (paused !== null) {
    return (
      <span>
        {words.pausedBecause(paused.reason)}
        {paused.until !== null && (
          <Dim>
            {` (${words.pausedUntil} `}
            <Moment at={paused.until} precision="minute" />)
          </Dim>
        )}
      </span>
    );
  }
  if (reply === null) return <Dim>{whyOf(line)}</Dim>;
  const [meaning, said] = replyOf(line);
  return (
    <span>
      {meaning} <Dim>{said}</Dim>
    </span>
  );
}

function Next({ line: { due, next_at: at } }: { readonly line: QueueLine }) {
  if (due > 0 || (at !== null && isPast(at))) return words.nextNow;
  return at === null ? null : <When at={at} />;
}
