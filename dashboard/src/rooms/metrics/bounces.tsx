import { Alert, Text } from '@mantine/core';
import { metricsWords as words } from '../../messages/metrics';
import { replyKinds } from '../../messages/reply-kinds';
import { Panel } from '../../ui/panel';
import { RoomLink } from '../../ui/room-link';
import { type Column, Rows } from '../../ui/rows';
import type { LinkTo } from './links';
import type { TeamMetrics } from './queries';
import { counted } from './words';

type Reason = TeamMetrics['bounce_reasons'][number];

const columnsOf = (linkTo: BouncesProps['linkTo']): readonly Column<Reason>[] => [
  {
    title: words.reason,
    cell: ({ reason }) => <Text size="sm">{nameOf(reason)}</Text>,
  },
  { title: words.kind, cell: ({ type }) => words.bounceTypes[type] ?? type },
  {
    title: words.recipients,
    cell: ({ count, reason }) => (
      <RoomLink
        to={linkTo('bounced', bounceReason(reason))}
        label={words.viewEmails(`${nameOf(reason)}, ${counted(count)}`)}
      >
        {counted(count)}
      </RoomLink>
    ),
  },
];

/** What was not judged has no reason to be found by. */
const bounceReason = (reason: string | null) => (reason === null ? {} : { bounce_reason: reason });

const nameOf = (reason: string | null): string =>
  reason === null ? words.unknownReason : (replyKinds[reason] ?? reason);

export interface BouncesProps {
  readonly reasons: readonly Reason[];
  readonly isComplete: boolean;
  readonly linkTo: LinkTo;
}

export function Bounces({ reasons, isComplete, linkTo }: BouncesProps) {
  return (
    <Panel title={words.bounces}>
      {!isComplete && <Alert color="yellow">{words.incomplete}</Alert>}
      {reasons.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.bouncesNone}
        </Text>
      ) : (
        <Rows
          label={words.bounces}
          columns={columnsOf(linkTo)}
          rows={reasons}
          idOf={({ type, reason }) => `${type} ${reason ?? ''}`}
        />
      )}
    </Panel>
  );
}
