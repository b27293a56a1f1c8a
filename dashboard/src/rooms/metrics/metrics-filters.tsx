import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { apiKeysQuery, domainsQuery } from '../../api/queries';
import { metricsWords } from '../../messages/metrics';
import { useClock } from '../../ui/clock';
import { FilterBar, Pick, SearchField } from '../../ui/filters';
import { PickOne } from '../../ui/pick-one';
import { templatesQuery } from './queries';
import { type Asked, dayIn, granularities, ranges } from './range';
import type { MetricsSearch } from './metrics-search';

/** A calendar is a library of its own. */
const Days = lazy(() => import('./days'));

const { filters: words, sources } = metricsWords;

interface MetricsFiltersProps {
  readonly search: MetricsSearch;
  readonly asked: Asked;
  readonly onChange: (changes: MetricsSearch) => void;
}

export function MetricsFilters({ search, asked, onChange }: MetricsFiltersProps) {
  const { data: domains } = useQuery(domainsQuery);
  const { zone } = useClock();
  const { data: keys } = useQuery(apiKeysQuery);
  const { domain = '', key = '', tag = '', template = '' } = search;
  const { data: templates } = useQuery(templatesQuery);
  const isNarrowed = domain !== '' || key !== '' || tag !== '' || template !== '';
  const others = ['smtp-session', 'user'].map((value) => ({ value, label: sources[value] ?? value }));
  return (
    <FilterBar onClear={isNarrowed ? () => onChange({ domain: '', key: '', tag: '', template: '' }) : undefined}>
      <PickOne
        isBare
        label={words.range}
        value={asked.range}
        options={ranges}
        names={words.ranges}
        onPick={(range) => onChange({ range, per: '' })}
      />
      {asked.range === 'custom' && (
        <Suspense fallback={null}>
          <Days
            from={search.from ?? asked.start.slice(0, 10)}
            to={search.to ?? dayIn(zone, new Date())}
            onChange={(from, to) => onChange({ from, to })}
          />
        </Suspense>
      )}
      <Text size="xs" c="dimmed" style={{ alignSelf: 'center' }}>
        {metricsWords.zone(zone)}
      </Text>
      <PickOne
        isBare
        label={words.granularity}
        value={asked.granularity}
        options={granularities}
        names={words.granularities}
        onPick={(per) => onChange({ per })}
      />
      <Pick
        label={words.domain}
        value={domain}
        options={(domains?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onPick={(id) => onChange({ domain: id })}
      />
      <Pick
        label={words.key}
        value={key}
        options={[...(keys?.data ?? []).map(({ id, name }) => ({ value: id, label: name })), ...others]}
        onPick={(id) => onChange({ key: id })}
      />
      {(template !== '' || (templates?.data.length ?? 0) > 0) && (
        <Pick
          label={metricsWords.by.template}
          value={template}
          options={templateChoices(templates?.data ?? [], template)}
          onPick={(id) => onChange({ template: id })}
        />
      )}
      <SearchField
        label={words.tag}
        placeholder={`${words.tag}: ${words.tagHint}`}
        value={tag}
        onSearch={(text) => onChange({ tag: text.trim() })}
      />
    </FilterBar>
  );
}

/** The templates of the team, and the version that the address asks for. */
function templateChoices(templates: readonly { readonly id: string; readonly name: string }[], asked: string) {
  const choices = templates.map(({ id, name }) => ({ value: id, label: name }));
  if (asked === '' || templates.some(({ id }) => id === asked)) return choices;
  const [id = '', version] = asked.split(':');
  const name = templates.find((each) => each.id === id)?.name ?? metricsWords.removedTemplate;
  return [...choices, { value: asked, label: metricsWords.templateVersion(name, version) }];
}
