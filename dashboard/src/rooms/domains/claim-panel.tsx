import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { domainParts as parts } from '../../messages/domain-parts';
import { domains as words } from '../../messages/domains';
import { Copyable } from '../../ui/copy';
import { Panel } from '../../ui/panel';
import { Moment } from '../../ui/time';
import { sayProblem } from '../../ui/toast';
import { useRemoval } from '../../kit/use-removal';
import type { RemovalWords } from '../../messages/lists';
import classes from './domains.module.css';
import { domainChanges } from './changes';
import type { DomainClaim } from './documents';
import { findingsQuery } from './queries';

interface ClaimPanelProps {
  readonly claim: DomainClaim;
  readonly mayChange: boolean;
}

/** What proves that the name is this team's, how far that has come, and the way out. */
export default function ClaimPanel({ claim, mayChange }: ClaimPanelProps) {
  const { name, record, expires_at: expiresAt } = claim;
  return (
    <Panel title={parts.claim} intro={standingOf(claim)}>
      <div className={classes['parts']}>
        <Copyable label={`${parts.claimName} (${record.type})`} value={record.name} />
        <Copyable label={parts.claimValue} value={record.value} />
      </div>
      <Text size="sm">
        {parts.claimUntil} <Moment at={expiresAt} precision="minute" />. {parts.claimThen(name)}
      </Text>
      {mayChange && <ClaimActions claim={claim} />}
    </Panel>
  );
}

function ClaimActions({ claim: { domain_id: id, name } }: { readonly claim: DomainClaim }) {
  const queryClient = useQueryClient();
  const verify = useMutation({
    mutationFn: () => domainChanges.verifyClaim(id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: findingsQuery(id).queryKey }),
    onError: sayProblem,
  });
  const remove = useDelete();
  const cancel = (): void => remove(id, name, { doing: parts.claimCanceling, done: parts.claimCanceled });
  return (
    <Group gap="sm">
      <Button loading={verify.isPending} onClick={() => verify.mutate()}>
        {parts.claimVerify}
      </Button>
      <Button variant="default" onClick={cancel}>
        {parts.claimCancel}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {verify.isSuccess && words.asking}
      </Text>
    </Group>
  );
}

function standingOf({ status, blocked_reason: reason, name }: DomainClaim): string {
  if (status !== 'blocked') return parts.claimPending(name);
  const known: Readonly<Record<string, string>> = parts.claimBlocked;
  return known[reason ?? 'other'] ?? parts.claimBlocked.other;
}

/** Deletes a domain, or the claim that it stands for, after some seconds in which that can be taken back. */
function useDelete() {
  const begin = useRemoval();
  const navigate = useNavigate();
  return (id: string, name: string, words: Omit<RemovalWords, 'label' | 'named'>): void => {
    begin({ id, name }, { words, send: domainChanges.delete, list: 'GET /dashboard-api/domains' });
    void navigate({ to: '/domains' });
  };
}
