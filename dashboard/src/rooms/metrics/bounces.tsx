import { Alert, Text } from '@mantine/core';
import { metricsWords as words } from '../../messages/metrics';
import { replyKinds } from '../../messages/reply-kinds';
import { Panel } from '../../ui/panel';
import { type Column, Rows } from '../../ui/rows';
import type { TeamMetrics } from './queries';
import { counted } from './words';

type Reason = TeamMetrics['bounce_reasons'][number];

const columns: readonly Column<Reason>[] = [
  {
    title: words.reason,
    cell: ({ reason }) => (
      <Text size="sm">{reason === null ? words.unknownReason : (replyKinds[reason] ?? reason)}</Text>
    ),
  },
  { title: words.kind, cell: ({ type }) => words.bounceTypes[type] ?? type },
  { title: words.recipients, cell: ({ count }) => counted(count) },
];

interface BouncesProps {
  readonly reasons: readonly Reason[];
  readonly isComplete: boolean;
}

export function Bounces({ reasons, isComplete }: BouncesProps) {
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
          columns={columns}
          rows={reasons}
          idOf={({ type, reason }) => `${type} ${reason ?? ''}`}
        />
      )}
    </Panel>
  );
}
