import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { team } from '../../api/changes';
import type { Domain, SignInOptions, Team } from '../../api/documents';
import { domainsQuery, signInOptionsQuery, teamQuery } from '../../api/queries';
import { useMay } from '../../api/session';
import { messages } from '../../messages';
import { settingMessages } from '../../messages/setting-rooms';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { ProblemNotice } from '../../ui/problem-notice';
import { say } from '../../ui/toast';
import { useSubmit } from '../../ui/use-submit';

const { actions } = messages;
const { policy } = settingMessages;

/** By which provider the people of a domain sign in. */
export function SsoRule({ team: shown }: { readonly team: Team }) {
  const options = useQuery(signInOptionsQuery);
  const domains = useQuery(domainsQuery);
  return (
    <Panel title={policy.ssoTitle} intro={policy.ssoIntro}>
      <Loaded query={options} lines={1}>
        {({ providers }) => (
          <Loaded query={domains} lines={1}>
            {({ data }) => <Rule team={shown} providers={providers} domains={data} />}
          </Loaded>
        )}
      </Loaded>
    </Panel>
  );
}

interface RuleProps {
  readonly team: Team;
  readonly providers: SignInOptions['providers'];
  readonly domains: readonly Domain[];
}

function Rule({ team: { sso }, providers, domains }: RuleProps) {
  const mayManage = useMay('PATCH /dashboard-api/team');
  const verified = domains.filter(({ status, id }) => status === 'verified' || id === sso?.domain_id);
  if (providers.length === 0 && sso === null) return <Text size="sm">{policy.ssoNoProvider}</Text>;
  if (verified.length === 0 && sso === null) return <Text size="sm">{policy.ssoNoDomain}</Text>;
  if (!mayManage) {
    const provider = providers.find(({ id }) => id === sso?.provider)?.name ?? sso?.provider;
    const domain = domains.find(({ id }) => id === sso?.domain_id)?.name;
    return (
      <Text size="sm">
        {provider === undefined ? policy.ssoOff : policy.ssoOn(domain ?? policy.ssoRemovedDomain, provider)}
      </Text>
    );
  }
  return <RuleForm key={`${sso?.provider} ${sso?.domain_id}`} sso={sso} providers={providers} domains={verified} />;
}

function RuleForm({ sso, providers, domains }: Omit<RuleProps, 'team'> & Pick<Team, 'sso'>) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { provider: sso?.provider ?? '', domain: sso?.domain_id ?? domains[0]?.id ?? '' },
  });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: ({ provider, domain }) => team.change({ sso: provider === '' ? 'none' : { provider, domain_id: domain } }),
    onDone: (changed) => {
      queryClient.setQueryData(teamQuery.queryKey, changed);
      say(policy.ssoSaved);
    },
  });
  const isOn = form.values.provider !== '';
  // One that the operator has taken away is still what the rule says.
  const gone = sso !== null && !providers.some(({ id }) => id === sso.provider) ? [sso.provider] : [];
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md" maw={420}>
        <NativeSelect
          label={policy.ssoProvider}
          data={[
            { value: '', label: policy.ssoAny },
            ...providers.map(({ id, name }) => ({ value: id, label: name })),
            ...gone.map((id) => ({ value: id, label: policy.ssoGone(id) })),
          ]}
          {...form.getInputProps('provider')}
        />
        {isOn && (
          <NativeSelect
            label={policy.ssoDomain}
            data={domains.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('domain')}
          />
        )}
        {problem !== null && <ProblemNotice error={problem} />}
        <Group>
          <Button type="submit" loading={isPending}>
            {actions.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
