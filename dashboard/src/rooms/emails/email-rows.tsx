import { Anchor, Badge, Checkbox, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { emails as words } from '../../messages/emails';
import type { Column } from '../../ui/rows';
import { When } from '../../ui/time';
import type { EmailRow } from './documents';
import { EmailState } from './email-state';

type Choose = (ids: readonly string[], isChosen: boolean) => void;

const shownTags = 3;

export function columnsOf(chosen: ReadonlySet<string>, choose: Choose): readonly Column<EmailRow>[] {
  return [
    { title: words.subject, cell: (row) => <Subject row={row} isChosen={chosen.has(row.id)} choose={choose} /> },
    { title: words.status, cell: (row) => <State row={row} /> },
    { title: words.to, cell: (row) => <Addressees row={row} /> },
    {
      title: words.tags,
      isExtra: true,
      cell: ({ tags }) => (tags === undefined || tags.length === 0 ? null : <Tags tags={tags} />),
    },
    {
      title: words.when,
      cell: ({ last_event: state, scheduled_at: due, created_at: at }) => (
        <Text size="sm" c="dimmed" component="span">
          <When at={state === 'scheduled' ? (due ?? at) : at} />
        </Text>
      ),
    },
  ];
}

interface SubjectProps {
  readonly row: EmailRow;
  readonly isChosen: boolean;
  readonly choose: Choose;
}

function Subject({ row: { id, subject }, isChosen, choose }: SubjectProps) {
  const isBlank = subject.trim() === '';
  const shown = isBlank ? words.noSubject : subject;
  return (
    <Group gap="sm" wrap="nowrap" miw={{ sm: 150 }}>
      <Checkbox
        aria-label={words.chooseOne(shown)}
        checked={isChosen}
        onChange={({ currentTarget }) => choose([id], currentTarget.checked)}
      />
      <Anchor
        renderRoot={(props) => <Link {...props} to="/emails/$id" params={{ id }} />}
        size="sm"
        fw={600}
        c={isBlank ? 'dimmed' : 'inherit'}
        lineClamp={2}
        style={{ overflowWrap: 'anywhere' }}
      >
        {shown}
      </Anchor>
    </Group>
  );
}

/** The worst of its recipients; of many, how many there are. */
function State({ row }: { readonly row: EmailRow }) {
  const { last_event: state, recipient_count: count = 1 } = row;
  return (
    <Group gap={6}>
      <EmailState of={state} />
      {count > 1 && (
        <Text size="xs" c="dimmed">
          {words.recipients(count)}
        </Text>
      )}
    </Group>
  );
}

function Addressees({ row: { to, cc, bcc } }: { readonly row: EmailRow }) {
  const [first = '', ...others] = [...to, ...cc, ...bcc];
  return (
    <Text size="sm" component="div" miw={{ sm: 130 }} style={{ overflowWrap: 'anywhere' }}>
      {first}
      {others.length > 0 && (
        <Text size="sm" c="dimmed" component="span">
          {` ${words.more(others.length)}`}
        </Text>
      )}
    </Text>
  );
}

function Tags({ tags }: { readonly tags: EmailRow['tags'] }) {
  return (
    <Group gap={4} wrap="wrap" miw={{ sm: 96 }}>
      {tags.slice(0, shownTags).map(({ name, value }) => (
        <Badge key={name} variant="light" color="gray" tt="none" title={`${name}=${value}`} maw={180}>
          {value}
        </Badge>
      ))}
      {tags.length > shownTags && (
        <Text size="xs" c="dimmed">
          {`+${tags.length - shownTags}`}
        </Text>
      )}
    </Group>
  );
}
