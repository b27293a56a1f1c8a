import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { logs as words } from '../../messages/logs';
import { Back } from '../../ui/back';
import { CodeBlock } from '../../kit/code-block';
import { Facts } from '../../ui/facts';
import { HttpStatus } from '../../ui/http-status';
import { AppLink } from '../../ui/link';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
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
  const query = useQuery(logQuery(id));
  const { data: log } = query;
  return (
    <Stack gap="sm">
      <Back to="/logs">{words.all}</Back>
      <Page title={log === undefined ? undefined : `${log.method} ${log.endpoint}`}>
        <Loaded query={query}>{(found) => <Details log={found} />}</Loaded>
      </Page>
    </Stack>
  );
}

function Details({ log }: { readonly log: Log }) {
  // One that was not found is named in the path, and cannot be opened.
  const mails = log.response_status === 404 ? [] : log.email_ids;
  return (
    <>
      <Panel title={words.request} actions={<HttpStatus of={log.response_status} />}>
        <Facts
          of={[
            [words.answered, <Moment key="at" at={log.created_at} />],
            [words.duration, words.milliseconds(log.duration_ms)],
            [words.key, <Caller key="key" log={log} />],
            [words.idempotencyKey, log.idempotency_key],
            [words.agent, log.user_agent ?? words.noAgent],
            [words.id, log.id],
            [
              mails.length === 1 ? words.mail : words.mails,
              mails.length === 0 ? null : <Mails key="mails" ids={mails} />,
            ],
          ]}
        />
      </Panel>
      <AdvicePanel log={log} />
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
  if (body !== null) return <CodeBlock label={label} text={JSON.stringify(body, null, 2)} />;
  return (
    <Text size="sm" c="dimmed">
      {none}
    </Text>
  );
}
