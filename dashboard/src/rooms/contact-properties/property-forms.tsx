import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client';
import { read } from '../../api/reading';
import { choicesOf } from '../../kit/choices';
import { FieldForm } from '../../kit/field-form';
import { propertyMessages as words } from '../../messages/contact-properties';
import { Loaded } from '../../ui/loaded';
import { type PropertyType, valueOf } from './value-of';

const saved = { list: 'GET /dashboard-api/contact-properties', said: words.saved } as const;
const fallback = {
  name: 'fallback_value',
  label: words.fallback,
  hint: words.fallbackHint,
  maxLength: 2_000,
  isOptional: true,
} as const;

export function AddForm({ onDone }: { readonly onDone: () => void }) {
  const initial: { readonly key: string; readonly type: PropertyType; readonly fallback_value: string } = {
    key: '',
    type: 'string',
    fallback_value: '',
  };
  return (
    <FieldForm
      initial={initial}
      fields={[
        {
          name: 'key',
          label: words.key,
          hint: words.keyHint,
          placeholder: 'company_name',
          maxLength: 50,
          isVerbatim: true,
        },
        { name: 'type', label: words.type, hint: words.typeHint, options: choicesOf(words.types) },
        fallback,
      ]}
      send={async ({ key, type, fallback_value: typed }) =>
        call('POST /contact-properties', {
          body: { key: key.trim(), type, fallback_value: valueOf(typed, type, fallback.name) },
        })
      }
      onDone={onDone}
      {...saved}
    />
  );
}

/** As it is now, whatever the list showed. */
export function EditForm({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  return (
    <Loaded query={useQuery(read('GET /dashboard-api/contact-properties/{id}', { path: { id } }))}>
      {({ type, fallback_value: value }) => (
        <FieldForm
          initial={{ fallback_value: String(value ?? '') }}
          fields={[fallback]}
          send={async ({ fallback_value: typed }) =>
            call('PATCH /contact-properties/{id}', {
              path: { id },
              body: { fallback_value: valueOf(typed, type, fallback.name) },
            })
          }
          onDone={onDone}
          {...saved}
        />
      )}
    </Loaded>
  );
}
