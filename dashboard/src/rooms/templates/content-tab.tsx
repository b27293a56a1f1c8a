import { Group } from '@mantine/core';
import { lazy } from 'react';
import { useMay } from '../../api/session';
import { call } from '../../api/client';
import { FormPage } from '../../kit/form-page';
import { templateContentWords as words } from '../../messages/template-content';
import { Loaded } from '../../ui/loaded';
import { toEmail } from '../broadcasts/editor/email/to-email.js';
import { SwitchMode } from '../broadcasts/editor/switch-mode';
import { useBeginning } from '../broadcasts/editor/use-beginning';
import { contentFields } from './content-fields';
import { DraftPreview, PreviewPanel } from './preview-panel';
import type { Template } from './queries';
import { changeOf, type TemplateValues, valuesOf } from './template-values';
import { VariablesField } from './variables-field';
import { visualDocument } from './visual-document';

const ReadOnlyContent = lazy(() => import('./read-only-content'));

/** The draft as it is written, with what it looks like. */
export default function ContentTab({ template }: { readonly template: Template }) {
  const mayChange = useMay('PATCH /templates/{template}');
  const beginning = useBeginning();
  const saved = valuesOf(template);
  const { id } = template;
  if (!mayChange) return <ReadOnlyContent template={template} />;
  return (
    <Loaded query={beginning}>
      {(begins) => (
        <FormPage
          saved={saved}
          sections={(values, change) => {
            const { document, variables } = values;
            return [
              {
                title: words.email,
                isWide: true,
                lead: (
                  <Group justify="flex-end">
                    <SwitchMode
                      isByHand={document === null}
                      texts={words.switchTexts}
                      onSwitch={() =>
                        change(
                          document === null
                            ? { document: visualDocument(begins, [{ type: 'paragraph' }]) }
                            : { document: null, html: toEmail(document).html, textMode: 'derived' },
                        )
                      }
                    />
                  </Group>
                ),
                fields:
                  document === null ? contentFields.email(values) : contentFields.visual(document, variables, begins),
              },
              {
                title: words.variables,
                intro: words.variablesIntro,
                isWide: true,
                fields: [
                  {
                    name: 'variables',
                    render: (props) => <VariablesField {...props} templateId={id} draft={values} />,
                  },
                ],
              },
              ...(document === null ? [] : [previewSection(id, values)]),
              { title: words.names, intro: words.namesIntro, fields: contentFields.names },
            ];
          }}
          send={async (values) =>
            call('PATCH /templates/{template}', { path: { template: id }, body: changeOf(saved, values) })
          }
          list="GET /dashboard-api/templates"
          said={words.saved}
          // The editor needs the width.
          aside={(values) => (values.document === null ? <PreviewPanel templateId={id} draft={values} /> : null)}
        />
      )}
    </Loaded>
  );
}

const previewSection = (templateId: string, draft: TemplateValues) =>
  ({
    title: words.preview,
    isWide: true,
    lead: <DraftPreview templateId={templateId} draft={draft} />,
    fields: [],
  }) as const;
