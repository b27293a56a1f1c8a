import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { FilterBar, Pick, SearchField, WholeField } from '../ui/filters';
import type { Choice } from './choices';
import { TimeRangePicker } from './time-range-picker';

interface FilterBase<Name> {
  /** Name of the parameter in the URL. */
  readonly name: Name;
  readonly label: string;
}

interface SearchFilter<Name> extends FilterBase<Name> {
  readonly placeholder?: string;
  /** What is asked for what was typed. */
  readonly read?: (typed: string) => string;
  /** Asked at Enter, and when the field is left: a part of it finds nothing. */
  readonly isWhole?: true;
}

interface PickFilter<Name> extends FilterBase<Name> {
  /** What is shown where nothing is chosen, if that is not any. */
  readonly noneLabel?: string;
  readonly options: readonly Choice[];
}

/** Two moments. */
interface RangeFilter<Name> {
  readonly since: Name;
  readonly until: Name;
}

/**
 * What a list is narrowed by: words, with `options` one of some values, or a range of time. Its value lives in the
 * address.
 */
export type Filter<Name> = SearchFilter<Name> | PickFilter<Name> | RangeFilter<Name>;

const namesOf = (filter: Filter<string>): readonly string[] =>
  'since' in filter ? [filter.since, filter.until] : [filter.name];

type Change = (part: Readonly<Record<string, string | true | undefined>>, replace?: boolean) => void;

/** Changes parameters of the address; the route leaves out what is empty. */
export function useChangeSearch(): Change {
  const navigate = useNavigate();
  return useCallback(
    (part, replace = false) => {
      // Which route it is, the compiler does not know here: whatever is written, a route takes what it knows.
      const next = (before: object) => ({ ...before, ...part }) as Record<string, string>;
      void navigate({ to: '.', search: next, replace });
    },
    [navigate],
  );
}

const valueOf = (search: object | undefined, name: string): string => {
  const value: unknown = { ...search }[name];
  return typeof value === 'string' ? value : '';
};

/** What of the address narrows the list. */
export function askedBy(filters: readonly Filter<string>[], search: object | undefined): Record<string, string> {
  const given = filters.flatMap(namesOf).map((name) => [name, valueOf(search, name)] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

const isFilteredBy = (filters: readonly Filter<string>[], search: object | undefined): boolean =>
  Object.keys(askedBy(filters, search)).length > 0;

interface FiltersProps {
  readonly filters: readonly Filter<string>[];
  readonly search: object | undefined;
  readonly change: Change;
  readonly children: ReactNode;
}

export function Filters({ filters, search, change, children }: FiltersProps) {
  const nothing = Object.fromEntries(filters.flatMap(namesOf).map((name) => [name, undefined]));
  return (
    <FilterBar onClear={isFilteredBy(filters, search) ? () => change(nothing) : undefined}>
      {filters.map((filter) =>
        'since' in filter ? (
          <TimeRangePicker
            key={filter.since}
            since={valueOf(search, filter.since)}
            until={valueOf(search, filter.until)}
            onChange={(since, until) => change({ [filter.since]: since, [filter.until]: until })}
          />
        ) : (
          <FilterInput key={filter.name} filter={filter} value={valueOf(search, filter.name)} change={change} />
        ),
      )}
      {children}
    </FilterBar>
  );
}

interface FilterInputProps {
  readonly filter: SearchFilter<string> | PickFilter<string>;
  readonly value: string;
  readonly change: Change;
}

function FilterInput({ filter, value, change }: FilterInputProps) {
  const { name, label } = filter;
  const read = 'read' in filter ? filter.read : undefined;
  const find = useCallback(
    (typed: string) => change({ [name]: read === undefined ? typed.trim() : read(typed) }, true),
    [change, name, read],
  );
  if ('options' in filter) {
    return (
      <Pick
        label={label}
        value={value}
        options={filter.options}
        noneLabel={filter.noneLabel}
        onPick={(picked) => change({ [name]: picked })}
      />
    );
  }
  if (filter.isWhole) return <WholeField label={label} value={value} onDone={(typed) => change({ [name]: typed })} />;
  return (
    <SearchField
      label={label}
      {...(filter.placeholder === undefined ? {} : { placeholder: filter.placeholder })}
      value={value}
      onSearch={find}
    />
  );
}
