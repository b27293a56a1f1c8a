import { Text } from '@mantine/core';
import { settingMessages } from '../../messages/setting-rooms';
import { Panel } from '../../ui/panel';
import type { PolicyProps } from './policy-form';

const { policy } = settingMessages;

/** The rules, for those who may not change them. */
export function PolicyText({ team: { sso, second_factor_required: isRequired }, providers, domains }: PolicyProps) {
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
