import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { EventCell } from '../../kit/event-list';
import { emailTabs } from '../../messages/email-tabs';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { type Column, Rows } from '../../ui/rows';
import { Moment } from '../../ui/time';
import type { HistoryEntry, Overview } from './documents';
import { LogLink } from './log-link';
import { historyQuery } from './queries';
import { sentenceOf } from './sentences';
import { StateThen } from './state-then';
import { toneOfEvent } from './timeline';
import type { ActorName } from './actor';
import { useActorName } from './use-actor-name';

const { why } = emailTabs;
const causes: Readonly<Record<string, string>> = why.causes;
const route = getRouteApi('/inside/emails/$id');

/** Every event with who did it, by which request, and what caused it; and the state of the email after any of them. */
export default function Why({ overview }: { readonly overview: Overview }) {
  const { id, timeline } = overview;
  const { at } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(historyQuery(id, undefined, timeline.length));
  const nameOf = useActorName();
  const go = (moment: string | undefined): void =>
    void navigate({
      search: { tab: 'why', ...(moment === undefined ? {} : { at: moment }) },
      replace: true,
      resetScroll: false,
    });
  const columns = columnsOf({ overview, nameOf, chosen: at, onChoose: go });
  return (
    <Loaded query={query} lines={6}>
      {({ data }) => (
        <Stack gap="lg">
          <Panel title={why.title} intro={why.intro}>
            <Rows label={why.title} columns={columns} rows={data} idOf={(entry) => entry.id} />
          </Panel>
          <StateThen overview={overview} entries={data} at={at} onChoose={go} />
        </Stack>
      )}
    </Loaded>
  );
}

/** What is not the email's own, as an erasure, has the server's words. */
function sentenceIn({ timeline }: Overview, entry: HistoryEntry, nameOf: ActorName): string {
  const own = timeline.find(({ id }) => id === entry.id);
  return own === undefined ? entry.summary : sentenceOf(own, nameOf);
}

interface TrailProps {
  readonly overview: Overview;
  readonly nameOf: ActorName;
  /** The moment whose state is shown. */
  readonly chosen: string | undefined;
  readonly onChoose: (at: string) => void;
}

function columnsOf({ overview, nameOf, chosen, onChoose }: TrailProps): readonly Column<HistoryEntry>[] {
  return [
    {
      title: why.time,
      cell: ({ created_at: at }) => (
        <Text size="sm" component="span" style={{ whiteSpace: 'nowrap' }}>
          <Moment at={at} />
        </Text>
      ),
    },
    {
      title: why.event,
      cell: (entry) => {
        const sentence = sentenceIn(overview, entry, nameOf);
        return (
          <EventCell tone={toneOfEvent(entry.type)}>
            <div>{sentence}</div>
            <Group gap="sm" fz="xs">
              <Text span size="xs" ff="monospace" c="dimmed">
                {entry.type}
              </Text>
              <Anchor
                component="button"
                type="button"
                inherit
                aria-pressed={chosen === entry.created_at}
                aria-label={why.thenAfter(sentence)}
                onClick={() => onChoose(entry.created_at)}
              >
                {why.then}
              </Anchor>
            </Group>
          </EventCell>
        );
      },
    },
    { title: why.actor, cell: ({ actor }) => nameOf(actor) },
    { title: why.causedBy, cell: (entry) => <CausedBy entry={entry} nameOf={nameOf} /> },
  ];
}

/** The request, and what led to it: the nearest first. */
function CausedBy({ entry: { because, request_id: requestId, summary }, nameOf }: CausedByProps) {
  if (because.length === 0 && requestId === null) return null;
  return (
    <Stack gap={2} fz="sm">
      {because.map(({ id, type, created_at: at, actor }) => (
        <div key={id}>
          {type === null ? why.missing : (causes[type] ?? plainName(type))}
          {at !== null && actor !== null && (
            <Text size="xs" c="dimmed">
              {`${why.by(nameOf(actor))} · `}
              <Moment at={at} />
            </Text>
          )}
        </div>
      ))}
      {requestId !== null && (
        <LogLink id={requestId} about={summary}>
          {why.request}
        </LogLink>
      )}
    </Stack>
  );
}

interface CausedByProps {
  readonly entry: HistoryEntry;
  readonly nameOf: ActorName;
}

/** `DomainVerified` of a newer server: "domain verified". */
function plainName(type: string): string {
  return type.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
