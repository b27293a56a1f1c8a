import { lazy } from 'react';
import { useMay } from '../../api/session';
import { call } from '../../api/client';
import { FormPage } from '../../kit/form-page';
import { templateContentWords as words } from '../../messages/template-content';
import { contentFields } from './content-fields';
import { PreviewPanel } from './preview-panel';
import type { Template } from './queries';
import { changeOf, valuesOf } from './template-values';
import { VariablesField } from './variables-field';

const ReadOnlyContent = lazy(() => import('./read-only-content'));

/** The draft as it is written, with what it looks like beside it. */
export default function ContentTab({ template }: { readonly template: Template }) {
  const mayChange = useMay('PATCH /templates/{template}');
  const saved = valuesOf(template);
  const { id } = template;
  if (!mayChange) return <ReadOnlyContent template={template} />;
  return (
    <FormPage
      saved={saved}
      sections={(values) => [
        { title: words.email, isWide: true, fields: contentFields.email(values) },
        {
          title: words.variables,
          intro: words.variablesIntro,
          isWide: true,
          fields: [
            { name: 'variables', render: (props) => <VariablesField {...props} templateId={id} draft={values} /> },
          ],
        },
        { title: words.names, intro: words.namesIntro, fields: contentFields.names },
      ]}
      send={async (values) =>
        call('PATCH /templates/{template}', { path: { template: id }, body: changeOf(saved, values) })
      }
      list="GET /dashboard-api/templates"
      said={words.saved}
      aside={(values) => <PreviewPanel templateId={id} draft={values} />}
    />
  );
}
