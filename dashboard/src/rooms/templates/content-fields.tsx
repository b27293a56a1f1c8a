import { choicesOf } from '../../kit/choices';
import { CodeEditor } from '../../kit/code-editor';
import type { Field } from '../../kit/field-form';
import { templateContentWords as words } from '../../messages/template-content';
import { PickOne } from '../../ui/pick-one';
import type { Beginning } from '../broadcasts/editor/content';
import type { EmailDocument } from '../broadcasts/editor/email/document.js';
import type { TemplateValues } from './template-values';
import { VisualContent } from './visual-content';

type Name = keyof TemplateValues;

const textField: Field<Name> = {
  name: 'text',
  render: ({ value, error, onChange }) => (
    <CodeEditor label={words.text} hint={words.textHint} value={String(value)} error={error} onChange={onChange} />
  ),
};

const subject: Field<Name> = {
  name: 'subject',
  label: words.subject,
  hint: words.subjectHint,
  maxLength: 998,
  isOptional: true,
};

/** What of the draft is typed, by section. */
export const contentFields = {
  visual: (document: EmailDocument, variables: TemplateValues['variables'], beginning: Beginning) =>
    [
      subject,
      {
        name: 'document',
        render: ({ onChange }) => (
          <VisualContent document={document} variables={variables} beginning={beginning} onChange={onChange} />
        ),
      },
    ] satisfies readonly Field<Name>[],
  email: ({ textMode }: TemplateValues): readonly Field<Name>[] => [
    subject,
    {
      name: 'html',
      render: ({ value, error, onChange }) => (
        <CodeEditor
          label={words.html}
          hint={words.htmlHint}
          language="html"
          value={String(value)}
          error={error}
          onChange={onChange}
        />
      ),
    },
    {
      name: 'textMode',
      render: ({ value, onChange }) => (
        <PickOne
          label={words.textMode}
          value={value as TemplateValues['textMode']}
          options={['derived', 'own', 'none']}
          names={words.textModes}
          onPick={onChange}
        />
      ),
    },
    ...(textMode === 'own' ? [textField] : []),
  ],
  names: [
    { name: 'name', label: words.name, maxLength: 200 },
    { name: 'alias', label: words.alias, hint: words.aliasHint, maxLength: 100, isOptional: true, isVerbatim: true },
    { name: 'from', label: words.from, hint: words.fromHint, isOptional: true, isVerbatim: true },
    { name: 'reply_to', label: words.replyTo, hint: words.replyToHint, isOptional: true, isVerbatim: true },
    { name: 'tracking', label: words.tracking, hint: words.trackingHint, options: choicesOf(words.trackings) },
  ] satisfies readonly Field<Name>[],
};
