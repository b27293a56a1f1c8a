import { type ComponentType, lazy, Suspense } from 'react';
import { CodeEditor } from '../../../../kit/code-editor';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import type { SettableType } from '../writing/selected';
import { AddressField, type BlockFormProps, ChoiceField, TextField } from './fields';
import { SocialForm } from './social-form';

const LibraryChoice = lazy(async () => ({ default: (await import('../image-library')).LibraryChoice }));

const textIn = (attrs: BlockFormProps['attrs'], name: string): string => String(attrs[name] ?? '');

function ImageForm({ attrs, change }: BlockFormProps) {
  return (
    <>
      <Suspense>
        <LibraryChoice onChoose={(image) => change({ ...image })} />
      </Suspense>
      <TextField
        label={words.alt}
        hint={words.altHint}
        value={textIn(attrs, 'alt')}
        onChange={(alt) => change({ alt })}
      />
      <ChoiceField
        label={words.width}
        value={String(attrs['width'] ?? 100)}
        choices={Object.entries(words.widths).map(([value, label]) => ({ value, label }))}
        onChange={(width) => change({ width: Number(width), widthPx: null })}
      />
      <AddressField
        label={words.url}
        hint={words.urlHint}
        value={textIn(attrs, 'href')}
        onChange={(href) => change({ href })}
      />
      <AddressField
        label={words.src}
        value={textIn(attrs, 'src')}
        onChange={(src) => change({ src, ownWidth: null, ownHeight: null })}
      />
    </>
  );
}

function ButtonForm({ attrs, change }: BlockFormProps) {
  return (
    <AddressField
      label={words.url}
      hint={words.urlHint}
      value={textIn(attrs, 'href')}
      onChange={(href) => change({ href })}
    />
  );
}

function HtmlForm({ attrs, change }: BlockFormProps) {
  return (
    <CodeEditor
      label={words.html}
      hint={words.htmlHint}
      language="html"
      value={textIn(attrs, 'html')}
      onChange={(html) => change({ html })}
    />
  );
}

function FooterForm({ attrs, change }: BlockFormProps) {
  return (
    <>
      <TextField
        label={words.reason}
        value={textIn(attrs, 'reason')}
        rows={3}
        onChange={(reason) => change({ reason })}
      />
      <TextField
        label={words.address}
        hint={words.addressHint}
        value={textIn(attrs, 'address')}
        rows={3}
        onChange={(address) => change({ address })}
      />
      <TextField label={words.label} value={textIn(attrs, 'label')} onChange={(label) => change({ label })} />
    </>
  );
}

/** The settings of each kind of block, but for those that need more than its attributes. */
export const blockForms: Partial<Record<SettableType, ComponentType<BlockFormProps>>> = {
  image: ImageForm,
  button: ButtonForm,
  socialLinks: SocialForm,
  htmlBlock: HtmlForm,
  footer: FooterForm,
};
