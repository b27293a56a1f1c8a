import { Paper, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { team } from '../../api/changes';
import type { Team } from '../../api/documents';
import { sessionQuery, teamQuery } from '../../api/queries';
import { useMay } from '../../api/session';
import { settingMessages } from '../../messages/setting-rooms';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { SsoRule } from './sso-rule';
import { say, sayProblem } from '../../ui/toast';

const { policy } = settingMessages;

export function PolicyRoom() {
  const query = useQuery(teamQuery);
  return (
    <Page intro={policy.intro}>
      <Loaded query={query} lines={1}>
        {(shown) => (
          <>
            <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
              <SecondFactorRule team={shown} />
            </Paper>
            <SsoRule team={shown} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function SecondFactorRule({ team: { second_factor_required: isRequired } }: { readonly team: Team }) {
  const mayManage = useMay('PATCH /dashboard-api/team');
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (required: boolean) => team.change({ second_factor_required: required }),
    onSuccess: async (changed) => {
      queryClient.setQueryData(teamQuery.queryKey, changed);
      say(changed.second_factor_required ? policy.requiredOn : policy.requiredOff);
      // The admin who requires a second factor may have none: the session then says so.
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
    onError: sayProblem,
  });
  return (
    <>
      <Switch
        label={policy.required}
        description={policy.requiredHint}
        checked={change.isPending ? change.variables : isRequired}
        disabled={!mayManage || change.isPending}
        onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
      />
      {!mayManage && (
        <Text size="sm" c="dimmed" mt="md">
          {policy.onlyAdmins}
        </Text>
      )}
    </>
  );
}
