import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '../../messages';
import { webhooks as words } from '../../messages/webhooks';
import { CodeBlock } from '../../kit/code-block';
import { HttpStatus } from '../../ui/http-status';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { Moment } from '../../ui/time';
import type { Attempt, AttemptRow, Webhook } from './documents';
import { attemptQuery, attemptsQuery, webhookQuery } from './queries';

const everyMs = 10_000;

interface AttemptsPanelProps {
  readonly endpointId: string;
  readonly messageId: string;
  /** A further one is to come. */
  readonly isAwaited: boolean;
}

export function AttemptsPanel({ endpointId, messageId, isAwaited }: AttemptsPanelProps) {
  const query = useInfiniteQuery({ ...attemptsQuery(messageId), refetchInterval: isAwaited ? everyMs : false });
  return (
    <Panel title={words.attempts} intro={words.attemptsIntro}>
      <Loaded query={query}>
        {({ pages }) => {
          const attempts = pages.flatMap(({ data }) => data);
          return attempts.length === 0 ? (
            <Text size="sm" c="dimmed">
              {words.noAttempts}
            </Text>
          ) : (
            attempts.map((attempt) => <OneAttempt key={attempt.id} attempt={attempt} endpointId={endpointId} />)
          );
        }}
      </Loaded>
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {messages.actions.more}
        </Button>
      )}
    </Panel>
  );
}

function OneAttempt({ attempt, endpointId }: { readonly attempt: AttemptRow; readonly endpointId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { attempt: number, http_status_code: status, duration_ms: latency, error, outcome, sent_at: at } = attempt;
  return (
    <Paper withBorder radius="md" p="sm">
      <Stack gap="xs">
        <Group gap="sm">
          <Text size="sm" fw={600}>
            {attempt.test === true ? words.isTest : words.attempt(number)}
          </Text>
          <HttpStatus of={status} />
          <Text size="sm">{words.outcomes[outcome] ?? outcome}</Text>
          <Text size="sm" c="dimmed">
            {words.milliseconds(latency)} · <Moment at={at} />
          </Text>
        </Group>
        {error !== null && <Text size="sm">{words.errors[error] ?? error}</Text>}
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary style={{ cursor: 'pointer', fontSize: 'var(--mantine-font-size-sm)' }}>{words.showAnswer}</summary>
          {isOpen && <Answer attempt={attempt} endpointId={endpointId} />}
        </details>
      </Stack>
    </Paper>
  );
}

function Answer({ attempt, endpointId }: { readonly attempt: AttemptRow; readonly endpointId: string }) {
  const query = useQuery(attemptQuery(attempt.id));
  const { data: webhook } = useQuery(webhookQuery(endpointId));
  return (
    <Stack gap="md" mt="sm">
      <Text size="xs" c="dimmed" fw={600}>
        {words.sentHeaders}
      </Text>
      <CodeBlock label={words.sentHeaders} text={sentHeaders(attempt, webhook)} />
      <Loaded query={query}>
        {(found) => (
          <>
            <Text size="xs" c="dimmed" fw={600}>
              {words.answerHeaders}
            </Text>
            <AnswerHeaders attempt={found} />
            <Text size="xs" c="dimmed" fw={600}>
              {words.answerBody}
            </Text>
            {found.response === '' ? (
              <Text size="sm" c="dimmed">
                {words.emptyAnswer}
              </Text>
            ) : (
              <CodeBlock label={words.answerBody} text={found.response} />
            )}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function AnswerHeaders({ attempt: { response_headers: headers } }: { readonly attempt: Attempt }) {
  if (headers === null || headers.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {words.headersGone}
      </Text>
    );
  }
  return (
    <CodeBlock label={words.answerHeaders} text={headers.map(({ name, value }) => `${name}: ${value}`).join('\n')} />
  );
}

/** As they are made for each message; the endpoint's own as they are set now. A signature is not kept. */
function sentHeaders({ event_id: id }: AttemptRow, webhook: Webhook | undefined): string {
  const own = Object.entries(webhook?.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const signature = ['webhook', 'svix'].flatMap((name) => [
    `${name}-id: ${id}`,
    `${name}-timestamp: ${words.sentTime}`,
    `${name}-signature: ${words.signed}`,
  ]);
  return ['content-type: application/json', 'user-agent: Posthorn', ...signature, ...own].join('\n');
}
