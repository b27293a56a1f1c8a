import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { team as changes } from '../../api/changes';
import type { Domain, SignInOptions, Team } from '../../api/documents';
import { sessionQuery } from '../../api/queries';
import { choicesAmong } from '../../kit/choices';
import type { Field } from '../../kit/field-form';
import { FormPage } from '../../kit/form-page';
import { settingMessages } from '../../messages/setting-rooms';

const { policy } = settingMessages;

export interface PolicyProps {
  readonly team: Team;
  readonly providers: SignInOptions['providers'];
  readonly domains: readonly Domain[];
}

interface Values {
  readonly required: boolean;
  readonly provider: string;
  readonly domain: string;
}

/** Whether everyone needs a second factor, and by which provider the people of a domain sign in. */
export default function PolicyForm({ team, providers, domains }: PolicyProps) {
  const queryClient = useQueryClient();
  const { sso } = team;
  const verified = domains.filter(({ status, id }) => status === 'verified' || id === sso?.domain_id);
  const saved: Values = {
    required: team.second_factor_required,
    provider: sso?.provider ?? '',
    domain: sso?.domain_id ?? verified[0]?.id ?? '',
  };
  // One that the operator has taken away is still what the rule says.
  const gone = sso !== null && !providers.some(({ id }) => id === sso.provider) ? [sso.provider] : [];
  const missing =
    sso !== null
      ? null
      : providers.length === 0
        ? policy.ssoNoProvider
        : verified[0] === undefined
          ? policy.ssoNoDomain
          : null;
  const provider: Field<'provider'> = {
    name: 'provider',
    label: policy.ssoProvider,
    options: [
      { value: '', label: policy.ssoAny },
      ...choicesAmong(providers),
      ...gone.map((id) => ({ value: id, label: policy.ssoGone(id) })),
    ],
  };
  const domain: Field<'domain'> = { name: 'domain', label: policy.ssoDomain, options: choicesAmong(verified) };
  return (
    <FormPage
      saved={saved}
      sections={({ provider: chosen }) => [
        { title: policy.factorTitle, fields: [{ name: 'required', isSwitch: true, ...requiredWords }] },
        {
          title: policy.ssoTitle,
          intro: policy.ssoIntro,
          fields: missing !== null ? [] : chosen === '' ? [provider] : [provider, domain],
          children: missing !== null && <Text size="sm">{missing}</Text>,
        },
      ]}
      send={async (values) => {
        const changed = await changes.change(changeOf(values, saved));
        // The admin who requires a second factor may have none: the session then says so.
        await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
        return changed;
      }}
      list="GET /dashboard-api/team"
      said={policy.ssoSaved}
    />
  );
}

const requiredWords = { label: policy.required, hint: policy.requiredHint };

/** Only what differs is sent. */
function changeOf({ required, provider, domain }: Values, saved: Values) {
  const isSame = provider === saved.provider && (provider === '' || domain === saved.domain);
  return {
    ...(required === saved.required ? {} : { second_factor_required: required }),
    ...(isSame ? {} : { sso: provider === '' ? ('none' as const) : { provider, domain_id: domain } }),
  };
}
