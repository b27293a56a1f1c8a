import { call } from '../../api/client';
import { FieldForm } from '../../kit/field-form';
import { joinFormMessages as words } from '../../messages/join-forms';
import { useFormFields } from './form-fields';
import { bodyOf, emptyForm } from './form-values';

/** What a form cannot be without; the rest is on its own page. */
export function AddForm({ onDone }: { readonly onDone: () => void }) {
  const { name, confirmed, direct, from, origins } = useFormFields();
  return (
    <FieldForm
      initial={emptyForm}
      fields={[name, confirmed, direct, from, origins]}
      send={(values) => call('POST /dashboard-api/forms', { body: bodyOf(values) })}
      list="GET /dashboard-api/forms"
      said={words.saved}
      onDone={onDone}
    />
  );
}
