import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client';
import { choicesOf } from '../../kit/choices';
import { FieldForm } from '../../kit/field-form';
import { segmentMessages as words } from '../../messages/segments';
import { Loaded } from '../../ui/loaded';
import { propertiesQuery } from '../contacts/queries';
import { Builder } from './builder';
import { conditionOn, type Draft } from './draft';
import { filterIn } from './filter-in';

interface Values {
  readonly name: string;
  readonly kind: keyof typeof words.kinds;
  readonly filter: Draft;
}

const initial: Values = {
  name: '',
  kind: 'added',
  filter: { match: 'and', conditions: [conditionOn('email', {})] },
};

/** What is in it is chosen now: a segment of contacts that are added gets no filter later. */
export function AddForm({ onDone }: { readonly onDone: () => void }) {
  return (
    <Loaded query={useQuery(propertiesQuery)}>
      {({ data: properties }) => (
        <FieldForm
          initial={initial}
          fields={({ kind }) => [
            { name: 'name', label: words.name, hint: words.nameHint, maxLength: 255 },
            { name: 'kind', label: words.kind, hint: words.kindHint, options: choicesOf(words.kinds) },
            ...(kind === 'filter'
              ? [{ name: 'filter' as const, render: (props: object) => <Builder {...props} properties={properties} /> }]
              : []),
          ]}
          send={async ({ name, kind, filter }) =>
            call('POST /segments', {
              body: kind === 'added' ? { name } : { name, filter: filterIn(filter, properties) },
            })
          }
          list="GET /dashboard-api/segments"
          said={words.saved}
          onDone={onDone}
        />
      )}
    </Loaded>
  );
}
