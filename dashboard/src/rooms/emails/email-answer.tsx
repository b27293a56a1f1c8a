import { Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Because, Callout } from '../../kit/callout';
import { verdict as words } from '../../messages/verdict';
import { AppButtonLink } from '../../ui/link';
import type { Overview } from './documents';
import { NextTry } from './due';
import { emailSuppressionsQuery } from './queries';
import { spoken } from './reply';
import { SuppressAddress, SuppressionActions, SuppressionSentence } from './suppression-note';
import { triesOf } from './tries';
import { type Verdict, verdictOf } from './verdict';

const route = getRouteApi('/inside/emails/$id');

/** What happened to the email, why, what follows, and what to do. */
export function EmailAnswer({ overview }: { readonly overview: Overview }) {
  const verdict = verdictOf(overview);
  const isBad = verdict?.tone === 'bad';
  const { data } = useQuery({ ...emailSuppressionsQuery(overview.id), enabled: isBad });
  if (verdict === null) return null;
  const { tone, title, cause, decided, others, advice, places } = verdict;
  const entries = data?.data ?? [];
  const said = decided?.reply ?? null;
  const nextAt = places.map((place) => triesOf(overview)[place]?.nextAt ?? null).find((at) => at !== null);
  const hasTalk = said !== null && said.conversation !== null;
  const bouncedTo = overview.last_event === 'bounced' && data !== undefined && entries.length === 0 ? places : [];
  const toSuppress = bouncedTo.length === 1 ? (overview.recipients[bouncedTo[0] ?? 0]?.address ?? null) : null;
  const hasActions = hasTalk || entries.length > 0 || toSuppress !== null;
  return (
    <Callout
      tone={tone}
      title={title}
      actions={
        hasActions ? (
          <>
            {isBad && <SuppressionActions entries={entries} emailId={overview.id} />}
            {toSuppress !== null && <SuppressAddress address={toSuppress} />}
            {hasTalk && <TalkLink id={overview.id} />}
          </>
        ) : undefined
      }
    >
      {cause !== null && <Because>{cause}</Because>}
      {said !== null && <Said verdict={verdict} />}
      {nextAt !== undefined && (
        <Because>
          <NextTry at={nextAt} isAwaited />
        </Because>
      )}
      {isBad && <SuppressionSentence entries={entries} emailId={overview.id} />}
      {others !== null && <Because>{others}</Because>}
      {advice !== null && <Because>{advice}</Because>}
    </Callout>
  );
}

/** The other side's own text, with its code. */
function Said({ verdict: { decided } }: { readonly verdict: Verdict }) {
  const reply = decided?.reply ?? null;
  if (reply === null) return null;
  return (
    <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      {`${reply.host}: `}
      <Code style={{ whiteSpace: 'pre-wrap' }}>{spoken(reply)}</Code>
    </Text>
  );
}

function TalkLink({ id }: { readonly id: string }) {
  const { tab } = route.useSearch();
  if (tab === 'conversation') return null;
  return (
    <AppButtonLink to="/emails/$id" params={{ id }} search={{ tab: 'conversation' }} size="xs" resetScroll={false}>
      {words.seeTalk}
    </AppButtonLink>
  );
}
