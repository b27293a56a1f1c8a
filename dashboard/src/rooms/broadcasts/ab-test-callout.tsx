import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client';
import { useMay } from '../../api/session';
import { Because, Callout } from '../../kit/callout';
import { RestoreDialog } from '../../kit/restore-dialog';
import { abTestWords as words } from '../../messages/broadcast-ab-test';
import { Moment } from '../../ui/time';
import { type AbTest, abTestQuery, type Broadcast, resultsQuery } from './queries';

const variants = ['a', 'b'] as const;
type Variant = (typeof variants)[number];

/** What the A/B test of a broadcast that is being sent waits for; nothing where there is none. */
export default function AbTestCallout({ broadcast }: { readonly broadcast: Broadcast }) {
  const { data: test } = useQuery(abTestQuery(broadcast));
  if (test === undefined) return null;
  if (test.status === 'decided' && test.winner !== null) return <Won of={test.winner} />;
  if (test.status !== 'testing' && test.status !== 'waiting') return null;
  if (test.share === 100) {
    return (
      <Callout tone="calm" title={words.testing}>
        <Because>{words.testingAll}</Because>
      </Callout>
    );
  }
  return (
    <Callout tone="calm" title={titleOf(test)} actions={<Choice id={broadcast.id} />}>
      <Because>
        {test.status === 'testing'
          ? words.testingHints[test.winner_by](test.hours)
          : words.waitingHints[test.winner_by]}
      </Because>
      <SoFar broadcast={broadcast} />
    </Callout>
  );
}

function titleOf({ status, judges_at: at }: AbTest) {
  if (status === 'testing') return words.testing;
  if (at === null) return words.waitingForYou;
  return (
    <>
      {words.waitingUntil} <Moment at={at} precision="minute" />
    </>
  );
}

function Won({ of: { variant, because, tie } }: { readonly of: NonNullable<AbTest['winner']> }) {
  return (
    <Callout tone="calm" title={words.won(variant)}>
      <Because>
        {words.wonBecause[tie ? 'tie' : because]} {words.restGetsIt}
      </Because>
    </Callout>
  );
}

function SoFar({ broadcast }: { readonly broadcast: Broadcast }) {
  const { data } = useQuery(resultsQuery(broadcast));
  return data?.by_variant?.map(({ variant, delivered, opened, clicked }) => (
    <Because key={variant}>
      {words.soFar(variant, { delivered, opened: opened.people, clicked: clicked.people })}
    </Because>
  ));
}

function Choice({ id }: { readonly id: string }) {
  const [chosen, setChosen] = useState<Variant | null>(null);
  const mayChoose = useMay('POST /dashboard-api/broadcasts/{id}/ab-test/winner');
  const close = (): void => setChosen(null);
  if (!mayChoose) return null;
  return (
    <>
      {variants.map((variant) => (
        <Button key={variant} size="xs" variant="default" onClick={() => setChosen(variant)}>
          {words.choose[variant]}
        </Button>
      ))}
      {chosen !== null && (
        <RestoreDialog
          title={words.chooseTitle(chosen)}
          words={words.chooseWords(chosen)}
          send={() =>
            call('POST /dashboard-api/broadcasts/{id}/ab-test/winner', { path: { id }, body: { variant: chosen } })
          }
          list="GET /dashboard-api/broadcasts"
          onClose={close}
          onDone={close}
        />
      )}
    </>
  );
}
