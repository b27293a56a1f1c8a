import { Anchor, Button, Flex, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { queueWords as words } from '../../messages/queue';
import { replyKinds } from '../../messages/reply-kinds';
import { type Column, Rows } from '../../ui/rows';
import { Status, type Tone } from '../../ui/status';
import { Moment, When } from '../../ui/time';
import type { Dialog } from './dialog';
import type { QueueLine } from './queries';
import type { QueueActs } from './use-queue-acts';

interface QueueRowsProps {
  readonly lines: readonly QueueLine[];
  readonly may: { readonly move: boolean; readonly pause: boolean };
  readonly acts: QueueActs;
  readonly onAsk: (dialog: Dialog) => void;
}

export function QueueRows({ lines, may, acts, onAsk }: QueueRowsProps) {
  const columns: readonly Column<QueueLine>[] = [
    { title: words.receiver, cell: (line) => <Receiver line={line} /> },
    { title: words.state, cell: (line) => <Standing line={line} /> },
    { title: words.recipients, cell: (line) => <Text size="sm">{countsOf(line)}</Text> },
    { title: words.why, cell: (line) => <Why line={line} /> },
    { title: words.since, cell: ({ since }) => (isPast(since) ? <When at={since} /> : null) },
    { title: words.next, cell: (line) => <Next line={line} /> },
  ];
  const actions: Column<QueueLine> = {
    title: words.actions,
    isActions: true,
    cell: (line) => <Acts line={line} may={may} acts={acts} onAsk={onAsk} />,
  };
  return (
    <Rows
      label={words.list}
      columns={may.move || may.pause ? [...columns, actions] : columns}
      rows={lines}
      // A domain has a row for each way that its mail took last; one mail is first in several of them.
      idOf={(line) => `${line.domain} ${line.first_email_id} ${lines.indexOf(line)}`}
    />
  );
}

/** Mail with a time of its own waits for that. */
function isPast(since: string): boolean {
  return new Date(since) <= new Date();
}

/** It leads to the mail whose turn is next. */
function Receiver({ line: { domain, first_email_id: id } }: { readonly line: QueueLine }) {
  // The room of the mails has its own routes.
  const to: string = `/emails/${id}`;
  return (
    <Anchor
      component={Link}
      to={to}
      size="sm"
      fw={600}
      title={words.nextMail}
      display="block"
      miw={{ sm: 152 }}
      style={{ overflowWrap: 'anywhere' }}
    >
      {domain ?? words.erasedDomain}
    </Anchor>
  );
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

function countsOf({ due, waiting, in_attempt: sending }: QueueLine): string {
  const counts = [
    [sending, words.sending],
    [due, words.due],
    [waiting, words.waits],
  ] as const;
  const some = counts.filter(([count]) => count > 0);
  return some.map(([count, say]) => say(count.toLocaleString())).join(', ');
}

function Why({ line }: { readonly line: QueueLine }) {
  const { paused, last_reply: reply, reply_kind: kind, in_attempt: sending } = line;
  return (
    <Stack gap={2} miw={{ sm: 200 }} maw={360}>
      {paused !== null && (
        <Text size="sm">
          {words.pausedBecause(paused.reason)}
          {paused.until !== null && (
            <>
              {` (${words.pausedUntil} `}
              <Moment at={paused.until} precision="minute" />)
            </>
          )}
        </Text>
      )}
      {reply !== null && (
        <>
          {kind !== null && <Text size="sm">{replyKinds[kind] ?? kind}</Text>}
          <Text size="xs" c="dimmed">
            {words.reply(reply)}
          </Text>
        </>
      )}
      {paused === null && reply === null && (
        <Text size="sm" c="dimmed">
          {sending > 0 ? words.isSent : isPast(line.since) ? words.notTried : words.forLater}
        </Text>
      )}
    </Stack>
  );
}

/** A time that is over says nothing: what is due is in the counts. */
function Next({ line: { due, next_at: at } }: { readonly line: QueueLine }) {
  if (due > 0) return words.nextNow;
  return at === null ? null : <When at={at} />;
}

function Acts({ line, may, acts, onAsk }: Omit<QueueRowsProps, 'lines'> & { readonly line: QueueLine }) {
  const { domain, paused } = line;
  // Without a name nothing can be said about it; its mails can be looked at one by one.
  if (domain === null) return null;
  const shared = { size: 'xs', variant: 'subtle' } as const;
  return (
    <Flex gap={4} wrap="wrap" justify="flex-end" direction={{ base: 'row', sm: 'column' }} align={{ sm: 'flex-end' }}>
      {may.move && (
        <Button {...shared} aria-label={words.retryNamed(domain)} onClick={() => acts.retry(domain)}>
          {words.retry}
        </Button>
      )}
      {may.pause && paused === null && (
        <Button {...shared} aria-label={words.pauseNamed(domain)} onClick={() => onAsk({ act: 'pause', domain })}>
          {words.pause}
        </Button>
      )}
      {may.pause && paused !== null && (
        <Button {...shared} aria-label={words.resumeNamed(domain)} onClick={() => acts.resume({ domain })}>
          {words.resume}
        </Button>
      )}
      {may.move && (
        <Button
          {...shared}
          color="red"
          aria-label={words.dropNamed(domain)}
          onClick={() => onAsk({ act: 'drop', domain })}
        >
          {words.drop}
        </Button>
      )}
    </Flex>
  );
}
