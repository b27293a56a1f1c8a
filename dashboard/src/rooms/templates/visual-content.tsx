import { useMemo, useRef } from 'react';
import { editorWords } from '../../messages/broadcast-editor';
import { BroadcastEditor } from '../broadcasts/editor/broadcast-editor';
import type { Beginning } from '../broadcasts/editor/content';
import type { EmailDocument } from '../broadcasts/editor/email/document.js';
import { toEmail } from '../broadcasts/editor/email/to-email.js';
import { uploadImage } from '../broadcasts/editor/upload-image';
import type { TypedVariable } from './template-values';
import { presentLook } from './visual-document';

interface VisualContentProps {
  readonly document: EmailDocument;
  readonly variables: readonly TypedVariable[];
  readonly beginning: Beginning;
  readonly onChange: (document: EmailDocument) => void;
}

/** The editor of broadcasts, with the variables of the template among its tags. */
export function VisualContent({ document, variables, beginning, onChange }: VisualContentProps) {
  const tags = useMemo(() => {
    const own = variables.map(({ key }) => key.trim()).filter((key) => key !== '');
    const byServer = Object.entries(editorWords.tags).map(([key, title]) => ({ key, title }));
    return [...own.map((key) => ({ key, title: key })), ...byServer];
  }, [variables]);
  const { key, note } = useEditions(document);
  return (
    <BroadcastEditor
      key={key}
      document={document}
      tags={tags}
      brand={beginning.brand.version === 0 ? undefined : presentLook(beginning.brand)}
      isFooterOptional
      upload={uploadImage}
      onChange={(next) => {
        note(next);
        onChange(next);
      }}
    />
  );
}

/** Another edition where the document became one that was not written here: discarded changes, someone else's. */
function useEditions(document: EmailDocument) {
  const known = useRef({ html: toEmail(document).html, count: 0 });
  const { html } = toEmail(document);
  if (html !== known.current.html) known.current = { html, count: known.current.count + 1 };
  const note = (next: EmailDocument): void => {
    known.current = { ...known.current, html: toEmail(next).html };
  };
  return { key: known.current.count, note };
}
