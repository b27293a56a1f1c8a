import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../../api/operations';
import { read } from '../../api/reading';
import { Because, Callout } from '../../kit/callout';
import { CodeBlock } from '../../kit/code-block';
import { DetailFacts, type Fact } from '../../kit/detail-facts';
import { broadcastProofWords as words } from '../../messages/broadcast-proof';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import type { Broadcast } from './queries';
import { WhyPanel } from './why-panel';

type Proof = Answer<'GET /dashboard-api/broadcasts/{id}/proof'>;

/** That each planned recipient is accounted for, and why one person got it or did not. */
export default function ProofTab({ broadcast: { id } }: { readonly broadcast: Broadcast }) {
  const query = useQuery({
    ...read('GET /dashboard-api/broadcasts/{id}/proof', { path: { id } }),
    // The server counts the whole log of it each time.
    refetchOnWindowFocus: false,
  });
  return (
    <Stack gap="lg">
      <Panel
        title={words.title}
        intro={words.intro}
        actions={
          <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
            {words.verify}
          </Button>
        }
      >
        <Loaded query={query} lines={4}>
          {(proof) => <Counted proof={proof} />}
        </Loaded>
      </Panel>
      <WhyPanel id={id} />
    </Stack>
  );
}

function Counted({ proof }: { readonly proof: Proof }) {
  const { planned, missing, waiting, maybe_twice: maybeTwice, missing_members: members } = proof;
  return (
    <>
      {missing > 0 ? (
        <Callout tone="bad" title={words.missing(missing, planned)}>
          <Because>{words.missingHint}</Because>
          <CodeBlock label={words.missingContacts} text={members.map((one) => one.contact_id).join('\n')} />
        </Callout>
      ) : (
        <Callout tone={waiting > 0 ? 'calm' : 'good'} title={words.allThere(planned)}>
          <Because>{sumOf(proof)}</Because>
        </Callout>
      )}
      <DetailFacts of={factsOf(proof)} />
      {maybeTwice > 0 && <Text size="sm">{words.maybeTwice(maybeTwice)}</Text>}
      <Seal of={proof.seal} />
    </>
  );
}

const skippedIn = ({ skipped }: Proof): number => Object.values(skipped).reduce((sum, count) => sum + count, 0);

/** `1,204 = 1,180 sent + 24 skipped`: what is zero is left out. */
function sumOf(proof: Proof): string {
  const { planned, sent, failed, unknown, waiting, retired } = proof;
  const parts = Object.entries({ sent, skipped: skippedIn(proof), failed, unknown, waiting, retired });
  const some = parts.filter(([, count]) => count > 0);
  return `${planned.toLocaleString('en')} planned = ${some
    .map(([name, count]) => `${count.toLocaleString('en')} ${words.parts[name] ?? name}`)
    .join(' + ')}`;
}

function factsOf(proof: Proof): readonly Fact[] {
  const shown = (count: number): string => count.toLocaleString('en');
  return [
    [words.planned, shown(proof.planned)],
    [words.sent, shown(proof.sent)],
    ...Object.entries(proof.skipped).map(
      ([reason, count]) => [words.skipped(words.reasons[reason] ?? reason), shown(count)] as const,
    ),
    [words.failed, shown(proof.failed)],
    [words.unknown, shown(proof.unknown)],
    [words.waiting, proof.waiting === 0 ? null : shown(proof.waiting)],
    [words.retired, proof.retired === 0 ? null : shown(proof.retired)],
    [words.missingName, shown(proof.missing)],
  ];
}

function Seal({ of: seal }: { readonly of: Proof['seal'] }) {
  if (seal === null) {
    return (
      <Text size="sm" c="dimmed">
        {words.noSeal}
      </Text>
    );
  }
  return (
    <Group gap="xs" align="baseline">
      <Text size="sm">{words.sealed(seal.seal)}</Text>
      <Text size="xs" ff="monospace" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {seal.root}
      </Text>
    </Group>
  );
}
