import { Suspense, lazy } from 'react';
import { useQuery } from '@tanstack/react-query';
import { domainsQuery, signInOptionsQuery, teamQuery } from '../../api/queries';
import { useMay } from '../../api/session';
import { LastChange } from '../../kit/last-change';
import { settingMessages } from '../../messages/setting-rooms';
import { Loaded, Outline } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Text } from '@mantine/core';
import { Panel } from '../../ui/panel';
import type { PolicyProps } from './policy-form';

const { policy } = settingMessages;

/** The rules, for those who may not change them. */
function PolicyText({ team: { sso, second_factor_required: isRequired }, providers, domains }: PolicyProps) {
  const provider = providers.find(({ id }) => id === sso?.provider)?.name ?? sso?.provider;
  const domain = domains.find(({ id }) => id === sso?.domain_id)?.name ?? policy.ssoRemovedDomain;
  return (
    <>
      <Panel title={policy.factorTitle} intro={policy.onlyAdmins}>
        <Text size="sm">{isRequired ? policy.requiredOn : policy.requiredNot}</Text>
      </Panel>
      <Panel title={policy.ssoTitle}>
        <Text size="sm">{provider === undefined ? policy.ssoOff : policy.ssoOn(domain, provider)}</Text>
      </Panel>
    </>
  );
}

/** Forms are loaded by those who may change something. */
const PolicyForm = lazy(() => import('./policy-form'));

export function PolicyRoom() {
  const mayManage = useMay('PATCH /dashboard-api/team');
  const team = useQuery(teamQuery);
  const options = useQuery(signInOptionsQuery);
  const domains = useQuery(domainsQuery);
  const Shown = mayManage ? PolicyForm : PolicyText;
  return (
    <Page intro={policy.intro}>
      <Loaded query={team}>
        {(shown) => (
          <Loaded query={options}>
            {({ providers }) => (
              <Loaded query={domains}>
                {({ data }) => (
                  <Suspense fallback={<Outline />}>
                    <LastChange of={shown.id} what="SecurityPolicyChanged" />
                    <Shown team={shown} providers={providers} domains={data} />
                  </Suspense>
                )}
              </Loaded>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}
