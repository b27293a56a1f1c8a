import { Group, Text } from '@mantine/core';
import { logs as words } from '../../messages/logs';
import { CodeBlock } from '../../kit/code-block';
import { DetailFacts } from '../../kit/detail-facts';
import { CopyValue } from '../../ui/copy-value';
import { AppLink } from '../../ui/link';
import { Panel } from '../../ui/panel';
import { RoomLink } from '../../ui/room-link';
import { Moment } from '../../ui/time';
import { nameOfCaller } from './caller';
import type { Log } from './documents';

/** Who asked, how it went, and both bodies. */
export function LogDetails({ log }: { readonly log: Log }) {
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
