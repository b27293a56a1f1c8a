import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client';
import { FieldForm } from '../../kit/field-form';
import { templateMessages as words } from '../../messages/templates';
import { starterHtml, starterSubject, starterVariables } from './starter';

/** Its name; the rest is written on its own page, from a template that works already. */
export default function AddForm() {
  const navigate = useNavigate();
  return (
    <FieldForm
      initial={{ name: '', alias: '' }}
      fields={[
        { name: 'name', label: words.name, hint: words.nameHint, maxLength: 200 },
        {
          name: 'alias',
          label: words.alias,
          hint: words.aliasHint,
          maxLength: 100,
          isOptional: true,
          isVerbatim: true,
        },
      ]}
      send={({ name, alias }) =>
        call('POST /templates', {
          body: {
            name,
            alias: alias.trim() === '' ? null : alias.trim(),
            subject: starterSubject,
            html: starterHtml,
            variables: [...starterVariables],
          },
        })
      }
      list="GET /dashboard-api/templates"
      said={words.createdNow}
      submit={words.create}
      onDone={({ id }) => void navigate({ to: '/templates/$id', params: { id }, replace: true })}
    />
  );
}
