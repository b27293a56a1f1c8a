import '@mantine/core/styles/DataList.css';
import { ActionIcon, Anchor, Code, DataList, Group, Paper, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { messages } from '../../messages';
import { email as words } from '../../messages/email';
import { Moment, When } from '../../ui/time';
import { copyText } from './copy-text';
import type { Overview } from './documents';
import { EmailState } from './email-state';
import { LogLink } from './log-link';
import { useActorName } from './use-actor-name';

const shownAddresses = 3;

/** Who to whom, when, by which key, and under which names the mail is known. */
export function EmailHead({ overview }: { readonly overview: Overview }) {
  const nameOf = useActorName();
  const { last_event: state, scheduled_at: due, tags, request_id: requestId } = overview;
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
      <DataList labelWidth={112} gap={6}>
        <Fact name={words.from}>{overview.from}</Fact>
        <Addresses name={words.to} of={overview.to} />
        <Addresses name={words.cc} of={overview.cc} />
        <Addresses name={words.bcc} of={overview.bcc} />
        <Addresses name={words.replyTo} of={overview.reply_to} />
        <Fact name={words.state}>
          <EmailState of={state} />
        </Fact>
        <Fact name={words.accepted}>
          <Moment at={overview.created_at} />{' '}
          <Text span size="sm" c="dimmed">
            <When at={overview.created_at} />
          </Text>
        </Fact>
        {due !== null && (
          <Fact name={words.scheduled}>
            <Moment at={due} />{' '}
            <Text span size="sm" c="dimmed">
              <When at={due} />
            </Text>
          </Fact>
        )}
        <Fact name={words.sentBy}>
          {nameOf(overview.accepted_by)}
          {requestId !== null && (
            <>
              {' · '}
              <LogLink id={requestId}>{words.openRequest}</LogLink>
            </>
          )}
        </Fact>
        {tags.length > 0 && (
          <Fact name={words.tags}>{tags.map(({ name, value }) => `${name}: ${value}`).join(', ')}</Fact>
        )}
        <Copied name={words.messageId} value={overview.message_id} />
        <Copied name={words.id} value={overview.id} />
      </DataList>
    </Paper>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{name}</DataList.ItemLabel>
      <DataList.ItemValue style={{ overflowWrap: 'anywhere', minWidth: 0 }}>{children}</DataList.ItemValue>
    </DataList.Item>
  );
}

/** The first few; the whole list is that of the recipients. */
function Addresses({ name, of: addresses }: { readonly name: string; readonly of: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  if (addresses.length === 0) return null;
  const rest = isOpen ? 0 : Math.max(0, addresses.length - shownAddresses);
  return (
    <Fact name={name}>
      {addresses.slice(0, addresses.length - rest).join(', ')}
      {rest > 0 && (
        <Anchor component="button" type="button" size="sm" ml={6} onClick={() => setOpen(true)}>
          {words.more(rest)}
        </Anchor>
      )}
    </Fact>
  );
}

function Copied({ name, value }: { readonly name: string; readonly value: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => setCopied(await copyText(value));
  return (
    <Fact name={name}>
      <Group gap={4} wrap="nowrap">
        <Code style={{ overflowWrap: 'anywhere', minWidth: 0 }}>{value}</Code>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`${messages.actions.copy}: ${name}`}
          onClick={() => void copy()}
        >
          {isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        </ActionIcon>
        <Text span size="xs" c="dimmed" aria-live="polite">
          {isCopied ? messages.actions.copied : ''}
        </Text>
      </Group>
    </Fact>
  );
}
