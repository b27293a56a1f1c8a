import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Input, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
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

/** What is in it is chosen now: a segment of contacts that are added gets no filter later. Then its page is opened. */
export function AddForm() {
  const navigate = useNavigate();
  return (
    <Loaded query={useQuery(propertiesQuery)}>
      {({ data: properties }) => (
        <FieldForm
          initial={initial}
          fields={({ kind }) => [
            { name: 'name', label: words.name, hint: words.nameHint, maxLength: 255 },
            { name: 'kind', render: (props) => <Kind {...props} /> },
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
          onDone={({ id }) => void navigate({ to: '/segments/$id', params: { id }, replace: true })}
        />
      )}
    </Loaded>
  );
}

/** Both are in sight: one of two is no list to open. */
function Kind({ value, onChange }: { readonly value?: string; readonly onChange?: (value: string) => void }) {
  return (
    <Input.Wrapper labelElement="div" label={words.kind} description={words.kindHint}>
      <SegmentedControl
        aria-label={words.kind}
        data={[...choicesOf(words.kinds)]}
        value={value ?? ''}
        onChange={(next) => onChange?.(next)}
        fullWidth
        mt={4}
      />
    </Input.Wrapper>
  );
}
