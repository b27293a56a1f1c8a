import { useState } from 'react';
import { call } from '../../api/client';
import type { Field } from '../../kit/field-form';
import { FormPage } from '../../kit/form-page';
import { joinFormMessages as words } from '../../messages/join-forms';
import { FormPreview } from './form-preview';
import { useFormFields } from './form-fields';
import { bodyOf, type FormLanguage, type FormValues, type JoinForm, valuesOf } from './form-values';
import { WordingField } from './wording-field';

export default function SettingsForm({ form }: { readonly form: JoinForm }) {
  const { name, confirmed, direct, segments, from, origins, redirect, enabled } = useFormFields();
  const [language, setLanguage] = useState<FormLanguage>('en');
  const wording: Field<keyof FormValues> = {
    name: 'texts',
    render: ({ value, onChange, error }) => (
      <WordingField value={value} onChange={onChange} error={error} language={language} onLanguage={setLanguage} />
    ),
  };
  return (
    <FormPage
      saved={valuesOf(form)}
      sections={[
        { title: words.wording, intro: words.wordingIntro, fields: [wording] },
        { title: words.agree, fields: [name, confirmed, from, direct, segments] },
        { title: words.where, fields: [origins, redirect, enabled] },
      ]}
      send={(values) => call('PATCH /dashboard-api/forms/{id}', { path: { id: form.id }, body: bodyOf(values) })}
      list="GET /dashboard-api/forms"
      said={words.saved}
      aside={(values) => <FormPreview values={values} language={language} onLanguage={setLanguage} />}
    />
  );
}
