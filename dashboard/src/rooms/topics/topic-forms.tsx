import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client';
import type { Body } from '../../api/operations';
import { read } from '../../api/reading';
import { choicesOf } from '../../kit/choices';
import { FieldForm } from '../../kit/field-form';
import { topicMessages as words } from '../../messages/topics';
import { Loaded } from '../../ui/loaded';

const saved = { list: 'GET /dashboard-api/topics', said: words.saved } as const;
const name = { name: 'name', label: words.name, hint: words.nameHint, maxLength: 50 } as const;
const description = {
  name: 'description',
  label: words.description,
  hint: words.descriptionHint,
  maxLength: 200,
  isOptional: true,
} as const;
const visibility = {
  name: 'visibility',
  label: words.visibility,
  hint: words.visibilityHint,
  options: choicesOf(words.visibilities),
} as const;

type Values = Required<Body<'POST /topics'>> & { readonly description: string };
const initial: Values = { name: '', description: '', default_subscription: 'opt_in', visibility: 'private' };

/** An empty description is none. */
const sent = <Given extends { readonly description: string }>(given: Given) => ({
  ...given,
  description: given.description.trim() === '' ? null : given.description,
});

export function AddForm({ onDone }: { readonly onDone: () => void }) {
  return (
    <FieldForm
      initial={initial}
      fields={[
        name,
        description,
        {
          name: 'default_subscription',
          label: words.default,
          hint: words.defaultHint,
          options: choicesOf(words.defaults),
        },
        visibility,
      ]}
      send={(values) => call('POST /topics', { body: sent(values) })}
      onDone={onDone}
      {...saved}
    />
  );
}

/** As it is now, whatever the list showed. */
export function EditForm({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  return (
    <Loaded query={useQuery(read('GET /dashboard-api/topics/{id}', { path: { id } }))}>
      {(topic) => (
        <FieldForm
          initial={{ name: topic.name, description: topic.description, visibility: topic.visibility }}
          fields={[name, description, visibility]}
          send={(values) => call('PATCH /topics/{id}', { path: { id }, body: sent(values) })}
          onDone={onDone}
          {...saved}
        />
      )}
    </Loaded>
  );
}
