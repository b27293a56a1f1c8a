import { Button, Group, Stack } from '@mantine/core';
import type { ComponentType } from 'react';
import { CodeEditor } from '../../../../kit/code-editor';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import type { SettableType } from '../writing/selected';
import { AddressField, ChoiceField, TextField } from './fields';

export interface BlockFormProps {
  readonly attrs: Readonly<Record<string, unknown>>;
  readonly change: (attrs: Readonly<Record<string, unknown>>) => void;
}

const textIn = (attrs: BlockFormProps['attrs'], name: string): string => String(attrs[name] ?? '');

function ImageForm({ attrs, change }: BlockFormProps) {
  return (
    <>
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
        onChange={(width) => change({ width: Number(width) })}
      />
      <AddressField
        label={words.url}
        hint={words.urlHint}
        value={textIn(attrs, 'href')}
        onChange={(href) => change({ href })}
      />
      <AddressField label={words.src} value={textIn(attrs, 'src')} onChange={(src) => change({ src })} />
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

interface Profile {
  readonly name: string;
  readonly url: string;
}

function SocialForm({ attrs, change }: BlockFormProps) {
  const links = (Array.isArray(attrs['links']) ? attrs['links'] : []) as readonly Profile[];
  const set = (place: number, part: Partial<Profile>): void =>
    change({ links: links.map((each, index) => (index === place ? { ...each, ...part } : each)) });
  return (
    <>
      {links.map(({ name, url }, place) => (
        <Stack key={place} gap="xs">
          <TextField label={words.socialName(place + 1)} value={name} onChange={(text) => set(place, { name: text })} />
          <AddressField label={words.socialUrl(place + 1)} value={url} onChange={(text) => set(place, { url: text })} />
          <Group>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => change({ links: links.filter((_, index) => index !== place) })}
            >
              {words.removeSocial(name)}
            </Button>
          </Group>
        </Stack>
      ))}
      <Group>
        <Button size="xs" variant="default" onClick={() => change({ links: [...links, { name: '', url: '' }] })}>
          {words.addSocial}
        </Button>
      </Group>
    </>
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
