import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { DetailFacts, type Fact } from '../../kit/detail-facts';
import { email as words } from '../../messages/email';
import { CopyValue } from '../../ui/copy-value';
import { RoomLink } from '../../ui/room-link';
import { Moment, When } from '../../ui/time';
import type { Overview } from './documents';
import { LogLink } from './log-link';
import { useActorName } from './use-actor-name';

const shownAddresses = 3;

/** Who to whom, when, by which key, and under which names the email is known. */
export function EmailFacts({ overview }: { readonly overview: Overview }) {
  const nameOf = useActorName();
  const { scheduled_at: due, tags, request_id: requestId, broadcast } = overview;
  return (
    <DetailFacts
      of={[
        [words.from, overview.from],
        [words.accepted, <Both key="accepted" at={overview.created_at} />],
        ...addresses(words.to, overview.to),
        ...addresses(words.cc, overview.cc),
        ...addresses(words.bcc, overview.bcc),
        ...addresses(words.replyTo, overview.reply_to),
        [words.scheduled, due === null ? null : <Both key="due" at={due} />],
        [
          words.sentBy,
          <span key="by">
            {broadcast === null ? nameOf(overview.accepted_by) : <OfBroadcast of={broadcast} />}
            {requestId !== null && (
              <>
                {' · '}
                <LogLink id={requestId}>{words.openRequest}</LogLink>
              </>
            )}
          </span>,
        ],
        [words.tags, tags.length === 0 ? null : tags.map(({ name, value }) => `${name}: ${value}`).join(', ')],
        [words.id, <CopyValue key="id" name={words.id} value={overview.id} />],
        [words.messageId, <CopyValue key="message" name={words.messageId} value={overview.message_id} />],
      ]}
    />
  );
}

/** Leads to its broadcast, and to whom it is for. */
function OfBroadcast({ of }: { readonly of: NonNullable<Overview['broadcast']> }) {
  const { id, name, contact_id: contactId, variant } = of;
  return (
    <>
      <RoomLink to={`/broadcasts/${id}`}>{name}</RoomLink>
      {variant !== null && ` · ${words.variant(variant.toUpperCase())}`}
      {' · '}
      <RoomLink to={`/contacts/${contactId}`}>{words.contact}</RoomLink>
    </>
  );
}

function Both({ at }: { readonly at: string }) {
  return (
    <>
      <Moment at={at} />{' '}
      <Text span size="sm" c="dimmed">
        <When at={at} />
      </Text>
    </>
  );
}

function addresses(name: string, all: readonly string[]): readonly Fact[] {
  return all.length === 0 ? [] : [[name, <Addresses key={name} of={all} />]];
}

/** The first few; the whole list is that of the recipients. */
function Addresses({ of: all }: { readonly of: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const rest = isOpen ? 0 : Math.max(0, all.length - shownAddresses);
  return (
    <>
      {all.slice(0, all.length - rest).join(', ')}
      {rest > 0 && (
        <Anchor component="button" type="button" size="sm" ml={6} onClick={() => setOpen(true)}>
          {words.more(rest)}
        </Anchor>
      )}
    </>
  );
}
