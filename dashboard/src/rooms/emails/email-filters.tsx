import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { apiKeysQuery, domainsQuery } from '../../api/queries';
import { emails as words } from '../../messages/emails';
import { FilterBar, Pick, SearchField } from '../../ui/filters';
import { DateFilter } from './date-filter';
import { type Filters, filterNames } from './parameters';
import { listed, wordOf } from './states';

const route = getRouteApi('/inside/emails');

interface EmailFiltersProps {
  readonly filters: Filters;
}

/** Each value lives in the address; a change of one is a step back in the browser's history, but for typing. */
export function EmailFilters({ filters }: EmailFiltersProps) {
  const navigate = route.useNavigate();
  const { data: domains } = useQuery(domainsQuery);
  const { data: keys } = useQuery(apiKeysQuery);
  const set = useCallback(
    (changes: Filters, replace = false): void => {
      void navigate({ search: (before) => given({ ...before, ...changes }), replace, resetScroll: false });
    },
    [navigate],
  );
  const search = useCallback((text: string): void => set({ search: text }, true), [set]);
  const isFiltered = filterNames.some((name) => filters[name] !== undefined);
  return (
    <FilterBar onClear={isFiltered ? () => void navigate({ search: {} }) : undefined}>
      <SearchField label={words.search} value={filters.search ?? ''} onSearch={search} />
      <Pick
        label={words.status}
        value={filters.status ?? ''}
        options={listed.map((value) => ({ value, label: wordOf(value) }))}
        onPick={(status) => set({ status })}
      />
      <DateFilter
        since={filters.from ?? ''}
        until={filters.to ?? ''}
        onChange={(since, until) => set({ from: since, to: until })}
      />
      {(domains?.data.length ?? 0) > 1 && (
        <Pick
          label={words.domain}
          value={filters.domain ?? ''}
          options={domains?.data.map(({ name }) => ({ value: name, label: name })) ?? []}
          onPick={(domain) => set({ domain })}
        />
      )}
      {(keys?.data.length ?? 0) > 1 && (
        <Pick
          label={words.apiKey}
          value={filters.api_key ?? ''}
          options={keys?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          onPick={(key) => set({ api_key: key })}
        />
      )}
      <TagField value={filters.tag ?? ''} onChange={(tag) => set({ tag })} />
    </FilterBar>
  );
}

/** Asked for at Enter, and when the field is left: a part of a tag finds nothing. */
function TagField({ value, onChange }: { readonly value: string; readonly onChange: (tag: string) => void }) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  const done = (): void => {
    if (typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <TextInput
      aria-label={words.tag}
      placeholder={words.tag}
      w={120}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={done}
      onKeyDown={({ key }) => {
        if (key === 'Enter') done();
      }}
    />
  );
}

function given<Values extends object>(values: Values): Values {
  // What is left out was optional.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Values;
}
