import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client';
import { FieldForm } from '../../kit/field-form';
import { joinFormMessages as words } from '../../messages/join-forms';
import { useFormFields } from './form-fields';
import { bodyOf, emptyForm } from './form-values';

/** What a form cannot be without; its own page, which opens then, has the wording beside a preview, and the code. */
export function AddForm() {
  const navigate = useNavigate();
  const { name, confirmed, direct, from, origins } = useFormFields();
  return (
    <FieldForm
      initial={emptyForm}
      fields={[name, confirmed, direct, from, origins]}
      send={(values) => call('POST /dashboard-api/forms', { body: bodyOf(values) })}
      list="GET /dashboard-api/forms"
      said={words.saved}
      onDone={({ id }) => void navigate({ to: '/forms/$id', params: { id } })}
    />
  );
}
