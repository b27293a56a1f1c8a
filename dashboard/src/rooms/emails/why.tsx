import { Anchor, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { emailTabs } from '../../messages/email-tabs';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { Moment } from '../../ui/time';
import type { HistoryEntry, Overview } from './documents';
import { LogLink } from './log-link';
import { historyQuery } from './queries';
import { sentenceOf } from './sentences';
import { StateThen } from './state-then';
import { type ActorName, useActorName } from './use-actor-name';
import classes from './timeline.module.css';

const { why } = emailTabs;
const causes: Readonly<Record<string, string>> = why.causes;
const route = getRouteApi('/inside/emails/$id');

/** Every step with who did it, by which request and what it followed from; and how the mail stood after any of them. */
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
  return (
    <Loaded query={query} lines={6}>
      {({ data }) => (
        <Stack gap="lg">
          <StateThen overview={overview} entries={data} at={at} onChoose={go} />
          <Panel title={why.title} intro={why.intro}>
            <ol className={classes['list']}>
              {data.map((entry) => (
                <Step
                  key={entry.id}
                  entry={entry}
                  sentence={sentenceIn(overview, entry, nameOf)}
                  nameOf={nameOf}
                  isChosen={at === entry.created_at}
                  onChoose={() => go(entry.created_at)}
                />
              ))}
            </ol>
          </Panel>
        </Stack>
      )}
    </Loaded>
  );
}

/** What is not the mail's own, as an erasure, has the server's words. */
function sentenceIn({ timeline }: Overview, entry: HistoryEntry, nameOf: ActorName): string {
  const told = timeline.find(({ id }) => id === entry.id);
  return told === undefined ? entry.summary : sentenceOf(told, nameOf);
}

interface StepProps {
  readonly entry: HistoryEntry;
  readonly sentence: string;
  readonly nameOf: ActorName;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Step({ entry, sentence, nameOf, isChosen, onChoose }: StepProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={classes['step']} aria-current={isChosen ? 'step' : undefined}>
      <Text size="sm" fw={isChosen ? 650 : 400} style={{ overflowWrap: 'anywhere' }}>
        {sentence}
      </Text>
      <Text size="xs" c="dimmed">
        <Moment at={entry.created_at} />
        {` · ${why.by(nameOf(entry.actor))}`}
      </Text>
      <Group gap="md" mt={2} fz="xs">
        <Anchor
          component="button"
          type="button"
          inherit
          underline="always"
          onClick={onChoose}
          aria-label={why.thenAfter(sentence)}
        >
          {why.then}
        </Anchor>
        {entry.request_id !== null && (
          <LogLink id={entry.request_id} about={sentence}>
            {why.request}
          </LogLink>
        )}
        {entry.because.length > 0 && (
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {why.why}
            <VisuallyHidden>{` ${sentence}`}</VisuallyHidden>
          </Anchor>
        )}
      </Group>
      {isOpen && <Because of={entry} nameOf={nameOf} />}
    </li>
  );
}

/** The nearest first. */
function Because({ of: { because }, nameOf }: { readonly of: HistoryEntry; readonly nameOf: ActorName }) {
  return (
    <ol className={classes['causes']} aria-label={why.because}>
      {because.map(({ id, type, created_at: at, actor }) => (
        <li key={id}>
          <Text size="sm" component="span">
            {type === null ? why.missing : (causes[type] ?? plainName(type))}
          </Text>
          {at !== null && actor !== null && (
            <Text size="xs" c="dimmed" component="span">
              {` · ${why.by(nameOf(actor))} · `}
              <Moment at={at} />
            </Text>
          )}
        </li>
      ))}
    </ol>
  );
}

/** `DomainVerified` of a newer server: "domain verified". */
function plainName(type: string): string {
  return type.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
