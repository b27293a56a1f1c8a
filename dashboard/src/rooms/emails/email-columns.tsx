import { Badge, Group } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import type { ListColumn } from '../../kit/list-column';
import { Dim } from '../../kit/dim';
import { RowLink } from '../../kit/row-link';
import { emails as words } from '../../messages/emails';
import { When } from '../../ui/time';
import type { EmailRow } from './documents';
import { EmailState } from './email-state';

const shownTags = 2;

export const subjectOf = ({ subject }: EmailRow): string => (subject.trim() === '' ? words.noSubject : subject);
const addresseesOf = ({ to, cc, bcc }: EmailRow): readonly string[] => [...to, ...cc, ...bcc];
const tagOf = ({ name, value }: EmailRow['tags'][number]): string => `${name}=${value}`;

export const emailColumns: readonly ListColumn<EmailRow>[] = [
  { title: words.subject, textOf: subjectOf, cell: (row) => <Subject row={row} /> },
  { title: words.status, width: 196, cell: (row) => <State row={row} /> },
  {
    title: words.to,
    width: '18%',
    textOf: (row) => addresseesOf(row).join(', '),
    cell: (row) => <Addressees row={row} />,
  },
  { title: words.from, width: '15%', isExtra: 'wide', cell: ({ from }) => from },
  {
    title: words.tags,
    isExtra: true,
    width: 120,
    // An older server leaves them out.
    textOf: ({ tags = [] }) => tags.map(tagOf).join(', '),
    cell: ({ tags = [] }) => (tags.length === 0 ? null : <Tags tags={tags} />),
  },
  {
    title: words.when,
    width: 124,
    cell: ({ last_event: state, scheduled_at: due, created_at: at }) => (
      <Dim>
        <When at={state === 'scheduled' ? (due ?? at) : at} />
      </Dim>
    ),
  },
];

function Subject({ row }: { readonly row: EmailRow }) {
  return (
    <>
      {row.attachment_count > 0 && (
        <IconPaperclip size={14} role="img" aria-label={words.attachments(row.attachment_count)} />
      )}
      <RowLink to="/emails/$id" params={{ id: row.id }} dir="auto">
        {subjectOf(row)}
      </RowLink>
    </>
  );
}

/** The worst of its recipients; of many, how many have it. */
function State({ row }: { readonly row: EmailRow }) {
  const { last_event: state, recipient_count: count = 1, last_event_count: having = count } = row;
  return (
    <Group gap={6} wrap="nowrap">
      <EmailState of={state} />
      {count > 1 && having > 0 && <Dim>{having === count ? words.allOf(count) : words.someOf(having, count)}</Dim>}
    </Group>
  );
}

function Addressees({ row }: { readonly row: EmailRow }) {
  const [first = '', ...others] = addresseesOf(row);
  return others.length === 0 ? first : `${first} ${words.more(others.length)}`;
}

function Tags({ tags }: { readonly tags: EmailRow['tags'] }) {
  return (
    <Group gap={4} wrap="nowrap">
      {tags.slice(0, shownTags).map((tag) => (
        <Badge key={tag.name} variant="light" color="gray" tt="none" fw={500}>
          {tag.value}
        </Badge>
      ))}
      {tags.length > shownTags && <Dim>{`+${tags.length - shownTags}`}</Dim>}
    </Group>
  );
}
