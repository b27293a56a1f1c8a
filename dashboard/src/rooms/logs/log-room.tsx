import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { logs as words } from '../../messages/logs';
import { CodeBlock } from '../../kit/code-block';
import { DetailFacts } from '../../kit/detail-facts';
import { DetailPage } from '../../kit/detail-page';
import { CopyValue } from '../../ui/copy-value';
import { HttpStatus } from '../../ui/http-status';
import { AppLink } from '../../ui/link';
import { Panel } from '../../ui/panel';
import { RoomLink } from '../../ui/room-link';
import { Moment } from '../../ui/time';
import { AdvicePanel } from './advice-panel';
import { nameOfCaller } from './caller';
import type { Log } from './documents';
import { logQuery } from './queries';

const route = getRouteApi('/inside/logs/$id');

export function LogRoom() {
  const { id } = route.useParams();
  return (
    <DetailPage
      id={id}
      query={useQuery(logQuery(id))}
      list={{ to: '/logs', label: words.all, reads: 'GET /dashboard-api/logs' }}
      name={words.request}
      title={({ method, endpoint }) => `${method} ${endpoint}`}
      status={({ response_status: status }) => <HttpStatus of={status} />}
      callout={(log) => <AdvicePanel log={log} />}
    >
      {(log) => <Details log={log} />}
    </DetailPage>
  );
}

function Details({ log }: { readonly log: Log }) {
  // One that was not found is named in the path, and cannot be opened.
  const mails = log.response_status === 404 ? [] : log.email_ids;
  return (
    <>
      <DetailFacts
        of={[
          [words.answered, <Moment key="at" at={log.created_at} />],
          [words.duration, words.milliseconds(log.duration_ms)],
          [words.key, <Caller key="key" log={log} />],
          [words.idempotencyKey, log.idempotency_key],
          [words.agent, log.user_agent ?? words.noAgent],
          [
            mails.length === 1 ? words.mail : words.mails,
            mails.length === 0 ? null : <Mails key="mails" ids={mails} />,
          ],
          [words.id, <CopyValue key="id" name={words.id} value={log.id} />],
        ]}
      />
      <Panel title={words.requestBody} intro={words.requestNote}>
        <Body label={words.requestBody} of={log.request_body} none={words.noRequestBody} />
      </Panel>
      <Panel title={words.responseBody} intro={words.responseNote}>
        <Body label={words.responseBody} of={log.response_body} none={words.noResponseBody} />
      </Panel>
    </>
  );
}

/** By name, and leading to what else was asked with it. */
function Caller({ log }: { readonly log: Log }) {
  if (log.api_key === null) return nameOfCaller(log);
  return (
    <AppLink to="/logs" search={{ key: log.api_key.id }} size="sm">
      {nameOfCaller(log)}
    </AppLink>
  );
}

function Mails({ ids }: { readonly ids: readonly string[] }) {
  return (
    <Group gap="sm">
      {ids.map((id, index) => (
        <RoomLink key={id} to={`/emails/${id}`}>
          {words.openMail(index + 1, ids.length)}
        </RoomLink>
      ))}
    </Group>
  );
}

interface BodyProps {
  readonly label: string;
  readonly of: object | null;
  readonly none: string;
}

function Body({ label, of: body, none }: BodyProps) {
  if (body !== null) return <CodeBlock label={label} text={JSON.stringify(body, null, 2)} language="json" />;
  return (
    <Text size="sm" c="dimmed">
      {none}
    </Text>
  );
}
