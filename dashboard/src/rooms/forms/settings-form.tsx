import { call } from '../../api/client';
import { FormPage } from '../../kit/form-page';
import { joinFormMessages as words } from '../../messages/join-forms';
import { FormPreview } from './form-preview';
import { useFormFields } from './form-fields';
import { bodyOf, type JoinForm, valuesOf } from './form-values';

export default function SettingsForm({ form }: { readonly form: JoinForm }) {
  const { name, confirmed, direct, segments, from, origins, redirect, enabled } = useFormFields();
  return (
    <FormPage
      saved={valuesOf(form)}
      sections={[
        { title: words.agree, fields: [name, confirmed, from, direct, segments] },
        { title: words.where, fields: [origins, redirect, enabled] },
      ]}
      send={(values) => call('PATCH /dashboard-api/forms/{id}', { path: { id: form.id }, body: bodyOf(values) })}
      list="GET /dashboard-api/forms"
      said={words.saved}
      aside={(values) => <FormPreview values={values} />}
    />
  );
}
