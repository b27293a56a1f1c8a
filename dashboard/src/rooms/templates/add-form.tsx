import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client';
import { FieldForm } from '../../kit/field-form';
import { layoutWords } from '../../messages/email-layouts';
import { templateMessages as words } from '../../messages/templates';
import { Loaded } from '../../ui/loaded';
import type { Beginning } from '../broadcasts/editor/content';
import { layoutBlocks, layoutNames } from '../broadcasts/editor/email/layouts.js';
import { toEmail } from '../broadcasts/editor/email/to-email.js';
import { useBeginning } from '../broadcasts/editor/use-beginning';
import { visualDocument } from './visual-document';

/** What a new template begins with: small enough to read, with a variable, a fallback and a link. */
const starterSubject = 'Welcome, {{{NAME|friend}}}';

const starterHtml = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Welcome</title>
  </head>
  <body style="margin: 0; padding: 24px; background: #f4f5f7; font-family: Arial, sans-serif">
    <table role="presentation" align="center" width="100%" style="max-width: 560px; background: #ffffff; border-radius: 8px">
      <tr>
        <td style="padding: 32px; color: #1b2027; font-size: 16px; line-height: 1.5">
          <h1 style="margin: 0 0 16px; font-size: 22px">Welcome, {{{NAME|friend}}}</h1>
          <p style="margin: 0 0 24px">Your account is ready.</p>
          <a href="{{{URL}}}" style="display: inline-block; padding: 12px 20px; background: #1b4d84; color: #ffffff; border-radius: 6px; text-decoration: none">Open your account</a>
        </td>
      </tr>
    </table>
  </body>
</html>
`;

const starterVariables = [{ key: 'URL', type: 'string', fallback_value: 'https://example.com/' }] as const;

/** What it may be written in, and begin with. */
const starts = [
  { value: 'editor', label: words.starts.editor },
  ...layoutNames.map((value) => ({ value, label: words.starts.layout(layoutWords.layouts[value].title) })),
  { value: 'html', label: words.starts.html },
];

function contentOfStart(start: string, beginning: Beginning) {
  if (start === 'html') return { subject: starterSubject, html: starterHtml, variables: [...starterVariables] };
  const layout = layoutNames.find((name) => name === start);
  const blocks = layout === undefined ? [{ type: 'paragraph' }] : layoutBlocks(layout);
  const { document, html, text } = toEmail(visualDocument(beginning, blocks));
  return { document: { ...document }, html, text };
}

/** Its name and what it begins with; the rest is written on its own page. */
export default function AddForm() {
  const beginning = useBeginning();
  return <Loaded query={beginning}>{(begins) => <Form beginning={begins} />}</Loaded>;
}

function Form({ beginning }: { readonly beginning: Beginning }) {
  const navigate = useNavigate();
  return (
    <FieldForm
      initial={{ name: '', alias: '', start: 'editor' }}
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
        { name: 'start', label: words.start, hint: words.startHint, options: starts },
      ]}
      send={({ name, alias, start }) =>
        call('POST /templates', {
          body: {
            name,
            alias: alias.trim() === '' ? null : alias.trim(),
            ...contentOfStart(start, beginning),
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
