import '@mantine/core/styles/DataList.css';
import { Anchor, Button, DataList, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { email as words } from '../../messages/email';
import { CodeBlock } from '../../kit/code-block';
import { emailTabs } from '../../messages/email-tabs';
import { Panel } from '../../ui/panel';
import { Moment } from '../../ui/time';
import type { CapturedMessage, Overview } from './documents';
import { MailFrame, PlainText } from '../../kit/mail-frame';
import { capturedAddress, capturedQuery } from './queries';
import { bytesText } from './sizes';

const { body } = emailTabs;

/** What the built-in catcher received, one message for each delivery. Nothing where mail is sent out. */
export function Captured({ overview: { id, timeline } }: { readonly overview: Overview }) {
  const deliveries = timeline.filter(({ type }) => type === 'EmailDelivered').length;
  const { data } = useQuery(capturedQuery(id, deliveries));
  const messages = data?.data ?? [];
  const [open, setOpen] = useState<number | null>(null);
  if (messages.length === 0) return null;
  return (
    <Panel title={body.captured} intro={body.capturedIntro}>
      {messages.map((message) => (
        <Stack key={message.number} gap="xs">
          <Group justify="space-between" gap="xs">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <Moment at={message.received_at} /> {body.capturedFor(message.recipients.join(', '))}
            </Text>
            {message.number !== open && (
              <Button size="xs" variant="subtle" onClick={() => setOpen(message.number)}>
                {words.actions.open}
              </Button>
            )}
          </Group>
          {message.number === open && <Message id={id} message={message} />}
        </Stack>
      ))}
    </Panel>
  );
}

function Message({ id, message }: { readonly id: string; readonly message: CapturedMessage }) {
  const { html, text, cut, size, number, raw } = message;
  const views = [
    ...(html === null ? [] : (['html'] as const)),
    ...(text === null ? [] : (['text'] as const)),
    ...(['headers', 'raw'] as const),
  ];
  const [chosen, setChosen] = useState<string>(views[0] ?? 'raw');
  return (
    <Stack gap="sm">
      {cut && (
        <Text size="sm" c="dimmed">
          {`${body.wholeIs(bytesText(size))} `}
          <Anchor href={capturedAddress(id, number)} download={`${id}.eml`} size="sm" underline="always">
            {body.downloadAll}
          </Anchor>
        </Text>
      )}
      <SegmentedControl
        aria-label={body.view}
        size="xs"
        value={chosen}
        onChange={setChosen}
        data={views.map((name) => ({ value: name, label: body[name] }))}
        style={{ alignSelf: 'flex-start' }}
      />
      {chosen === 'html' && html !== null && <MailFrame title={body.captured} document={html} />}
      {chosen === 'text' && <PlainText label={body.text}>{text ?? ''}</PlainText>}
      {chosen === 'raw' && <CodeBlock label={body.raw} text={raw} language="message" />}
      {chosen === 'headers' && <Headers message={message} />}
    </Stack>
  );
}

function Headers({ message }: { readonly message: CapturedMessage }) {
  const fields = [{ name: body.sender, value: `<${message.reverse_path.replace(/^<|>$/g, '')}>` }, ...message.headers];
  return (
    <DataList gap={4} labelWidth={160}>
      {fields.map(({ name, value }, place) => (
        // One name may come twice, and the order is part of the message.
        <DataList.Item key={place}>
          <DataList.ItemLabel style={{ overflowWrap: 'anywhere' }}>{name}</DataList.ItemLabel>
          <DataList.ItemValue style={{ overflowWrap: 'anywhere', minWidth: 0 }}>{value}</DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  );
}
