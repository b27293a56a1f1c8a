import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client';
import { useMay } from '../../api/session';
import { CodeBlock } from '../../kit/code-block';
import { FieldForm } from '../../kit/field-form';
import { segmentMessages as words } from '../../messages/segments';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { propertiesQuery } from '../contacts/queries';
import { Builder } from './builder';
import { conditionOn, type Draft, draftOf } from './draft';
import { filterIn, typesOf } from './filter-in';

interface FilterPanelProps {
  readonly id: string;
  /** Null where it named a person who was erased. */
  readonly filter: Readonly<Record<string, unknown>> | null;
}

/** The conditions of a segment's filter; as it is where the page cannot edit it. */
export default function FilterPanel({ id, filter }: FilterPanelProps) {
  const mayChange = useMay('PATCH /segments/{id}');
  const begun: Draft = { match: 'and', conditions: [conditionOn('email', {})] };
  return (
    <Panel title={words.filter} intro={words.filterIntro}>
      {filter === null && <Text size="sm">{words.erased}</Text>}
      <Loaded query={useQuery(propertiesQuery)}>
        {({ data: properties }) => {
          const draft = filter === null ? begun : draftOf(filter, typesOf(properties));
          if (draft === null || !mayChange) {
            return (
              <>
                {mayChange && <Text size="sm">{words.deeper}</Text>}
                {filter !== null && (
                  <CodeBlock label={words.filter} language="json" text={JSON.stringify(filter, null, 2)} />
                )}
              </>
            );
          }
          return (
            <FieldForm
              initial={{ filter: draft }}
              fields={[
                {
                  name: 'filter',
                  render: (props: object) => <Builder {...props} segmentId={id} properties={properties} />,
                },
              ]}
              send={async (values) =>
                call('PATCH /segments/{id}', { path: { id }, body: { filter: filterIn(values.filter, properties) } })
              }
              list="GET /dashboard-api/segments"
              said={words.saved}
              isInPage
              onDone={() => undefined}
            />
          );
        }}
      </Loaded>
    </Panel>
  );
}
