import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { domains as words } from '../../messages/domains';
import { Copyable } from '../../ui/copy';
import { Panel } from '../../ui/panel';
import { Moment } from '../../ui/time';
import { sayProblem } from '../../ui/toast';
import { domainChanges } from './changes';
import type { DomainClaim } from './documents';
import classes from './domains.module.css';
import { findingsQuery } from './queries';
import { useDelete } from './use-delete';

interface ClaimPanelProps {
  readonly claim: DomainClaim;
  readonly mayChange: boolean;
}

/** What proves that the name is this team's, how far that has come, and the way out. */
export default function ClaimPanel({ claim, mayChange }: ClaimPanelProps) {
  const { name, record, expires_at: expiresAt } = claim;
  return (
    <Panel title={words.claim} intro={standingOf(claim)}>
      <div className={classes['parts']}>
        <Copyable label={`${words.claimName} (${record.type})`} value={record.name} />
        <Copyable label={words.claimValue} value={record.value} />
      </div>
      <Text size="sm">
        {words.claimUntil} <Moment at={expiresAt} precision="minute" />. {words.claimThen(name)}
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
  const cancel = (): void => remove(id, { doing: words.claimCanceling(name), done: words.claimCanceled(name) });
  return (
    <Group gap="sm">
      <Button loading={verify.isPending} onClick={() => verify.mutate()}>
        {words.claimVerify}
      </Button>
      <Button variant="default" onClick={cancel}>
        {words.claimCancel}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {verify.isSuccess && words.asking}
      </Text>
    </Group>
  );
}

function standingOf({ status, blocked_reason: reason, name }: DomainClaim): string {
  if (status !== 'blocked') return words.claimPending(name);
  const known: Readonly<Record<string, string>> = words.claimBlocked;
  return known[reason ?? 'other'] ?? words.claimBlocked.other;
}
