import { useQuery } from '@tanstack/react-query';
import { apiKeysQuery, domainsQuery } from '../../api/queries';
import { choicesAmong } from '../../kit/choices';
import type { Filter } from '../../kit/list-filters';
import { emails as words } from '../../messages/emails';
import type { filterNames } from './parameters';
import { listed, wordOf } from './states';

type Name = (typeof filterNames)[number];

const statuses = listed.map((value) => ({ value, label: wordOf(value) }));

/** One of a single domain or key would narrow nothing. */
export function useEmailFilters(): readonly Filter<Name>[] {
  const domains = useQuery(domainsQuery).data?.data ?? [];
  const keys = useQuery(apiKeysQuery).data?.data ?? [];
  const ofDomain: Filter<Name> = {
    name: 'domain',
    label: words.domain,
    options: domains.map(({ name }) => ({ value: name, label: name })),
  };
  const ofKey: Filter<Name> = { name: 'api_key', label: words.apiKey, options: choicesAmong(keys) };
  return [
    { name: 'search', label: words.search },
    { name: 'status', label: words.status, options: statuses },
    { since: 'from', until: 'to' },
    ...(domains.length > 1 ? [ofDomain] : []),
    ...(keys.length > 1 ? [ofKey] : []),
    { name: 'tag', label: words.tag, isWhole: true },
  ];
}
