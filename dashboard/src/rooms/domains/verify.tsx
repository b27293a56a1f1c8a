import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { domains as words } from '../../messages/domains';
import { When } from '../../ui/time';
import { sayProblem } from '../../ui/toast';
import { domainChanges } from './changes';
import type { DomainFindings } from './documents';
import { findingsQuery } from './queries';

interface VerifyProps {
  readonly findings: DomainFindings;
  readonly mayChange: boolean;
}

/** Most answers of DNS are there by then; what comes later, the query's own pace finds. */
const firstLookMs = 2_500;

/** Has DNS asked now, and says what the last look at it found. */
export function Verify({ findings, mayChange }: VerifyProps) {
  const { domain, data, check_awaited: isAwaited, last_checked_at: checkedAt } = findings;
  const queryClient = useQueryClient();
  const { queryKey } = findingsQuery(domain.id);
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey });
  const verify = useMutation({
    mutationFn: () => domainChanges.verify(domain.id),
    onSuccess: () => {
      refresh();
      setTimeout(refresh, firstLookMs);
    },
    onError: sayProblem,
  });
  const isChecking = verify.isPending || isAwaited;
  const right = data.filter(({ finding }) => finding === 'verified').length;
  return (
    <Group gap="sm">
      {mayChange && (
        <Button disabled={isAwaited} loading={verify.isPending} onClick={() => verify.mutate()}>
          {words.verify}
        </Button>
      )}
      <Text size="sm" c="dimmed" role="status">
        {isChecking ? (
          words.asking
        ) : checkedAt === null ? (
          words.neverAsked
        ) : (
          <>
            {words.askedAt} <When at={checkedAt} />. {words.verifyFound(right, data.length)}
          </>
        )}
      </Text>
    </Group>
  );
}
