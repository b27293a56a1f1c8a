import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { domainsQuery, signInOptionsQuery, teamQuery } from '../../api/queries';
import { useMay } from '../../api/session';
import { LastChange } from '../../kit/last-change';
import { settingMessages } from '../../messages/setting-rooms';
import { Loaded, Outline } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { PolicyText } from './policy-text';

const { policy } = settingMessages;

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
