import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { call } from '../../api/client';
import type { Field } from '../../kit/field-form';
import { FormPage } from '../../kit/form-page';
import { MailPreview } from '../../kit/mail-preview';
import { brandMessages as words } from '../../messages/brand';
import { editorWords } from '../../messages/broadcast-editor';
import { Panel } from '../../ui/panel';
import { type Beginning, usualFooter } from '../broadcasts/editor/content';
import { brandedDocument, type Brand, brandStyles } from '../broadcasts/editor/email/branded.js';
import { contrastOf, leastContrast } from '../broadcasts/editor/email/colors.js';
import { defaultStyles, languages } from '../broadcasts/editor/email/styles.js';
import { toEmail } from '../broadcasts/editor/email/to-email.js';
import { beginningKey } from '../broadcasts/editor/use-beginning';
import { type BrandValues, changeOf, fontNames, typedBrand, valuesOf } from './brand-values';

const LibraryChoice = lazy(async () => ({
  default: (await import('../broadcasts/editor/image-library')).LibraryChoice,
}));

type Name = keyof BrandValues;

/** The brand in sections, and beside them an email that looks so. */
export default function BrandForm({ beginning }: { readonly beginning: Beginning }) {
  const { brand } = beginning;
  const queryClient = useQueryClient();
  const save = async (values: BrandValues): Promise<Brand> => {
    const saved = await call('PATCH /dashboard-api/brand', { body: changeOf(values) });
    // Who opens an editor next begins with it, whether or not the page was read again by then.
    queryClient.setQueryData<Beginning>(beginningKey, (known) => known && { ...known, brand: saved });
    return saved;
  };
  return (
    <FormPage
      saved={valuesOf(brand)}
      sections={(values, change) => [
        {
          title: words.colorsTitle,
          intro: words.colorsIntro,
          fields: colors,
          children: <Contrasts brand={typedBrand(brand, values)} />,
        },
        {
          title: words.logoTitle,
          intro: words.logoHint,
          lead: <Logo values={values} change={change} />,
          fields: logoFields,
        },
        { title: words.typeTitle, fields: typeFields },
        { title: words.footerTitle, intro: words.footerIntro, isWide: true, fields: footer },
        { title: words.socialTitle, isWide: true, fields: social },
      ]}
      send={save}
      list="GET /dashboard-api/brand"
      said={words.saved}
      aside={(values) => <BrandSample beginning={{ ...beginning, brand: typedBrand(brand, values) }} />}
    />
  );
}

const usualColors = {
  color: defaultStyles.brand,
  text_color: defaultStyles.text,
  background_color: defaultStyles.surface,
  ground_color: defaultStyles.ground,
} as const;

const colors = (Object.keys(usualColors) as (keyof typeof usualColors)[]).map(
  (name): Field<Name> => ({
    name,
    render: ({ value, error, onChange }) => (
      <TextInput
        label={words.colors[name]}
        placeholder={usualColors[name]}
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        leftSectionWidth={44}
        leftSection={
          <input
            type="color"
            aria-label={words.pickColor(words.colors[name])}
            value={/^#[\da-f]{6}$/i.test(String(value)) ? String(value) : usualColors[name]}
            onChange={onChange}
            style={{ width: 24, height: 24, padding: 0, border: 0, background: 'none', cursor: 'pointer' }}
          />
        }
        value={value}
        error={error}
        onChange={onChange}
      />
    ),
  }),
);

function Contrasts({ brand }: { readonly brand: Brand }) {
  const { text, surface, brand: links } = brandStyles(brand);
  const pairs = [
    [words.contrastText, contrastOf(text, surface)],
    [words.contrastLinks, contrastOf(links, surface)],
  ] as const;
  return (
    <Stack gap={4} role="status">
      {pairs.map(([what, ratio]) => {
        const isGood = ratio >= leastContrast;
        // Cut and not rounded: what is shown as 4.5 is.
        const shown = (Math.floor(ratio * 10) / 10).toFixed(1);
        return (
          <Text key={what} size="sm" c={isGood ? 'dimmed' : 'red'}>
            {isGood ? words.contrastGood(what, shown) : words.contrastBad(what, shown)}
          </Text>
        );
      })}
    </Stack>
  );
}

interface LogoProps {
  readonly values: BrandValues;
  readonly change: (next: Partial<BrandValues>) => void;
}

/** The logo as it is, another one from the library, or none. */
function Logo({ values: { logo_url: url, logo_alt: alt }, change }: LogoProps) {
  return (
    <Stack gap="sm">
      {/^https?:\/\//.test(url) && (
        <img
          src={url}
          alt={alt}
          style={{ maxWidth: '100%', maxHeight: '6rem', alignSelf: 'flex-start', objectFit: 'contain' }}
        />
      )}
      <Group gap="xs">
        <Suspense>
          <LibraryChoice onChoose={(image) => change({ logo_url: image.src, logo_alt: alt || image.alt })} />
        </Suspense>
        {url !== '' && (
          <Button size="xs" variant="default" onClick={() => change({ logo_url: '' })}>
            {words.removeLogo}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

const logoFields: readonly Field<Name>[] = [
  {
    name: 'logo_url',
    label: words.logoUrl,
    hint: words.logoUrlHint,
    placeholder: 'https://',
    isOptional: true,
    isVerbatim: true,
  },
  { name: 'logo_alt', label: words.logoAlt, hint: words.logoAltHint, maxLength: 200, isOptional: true },
  { name: 'logo_width', label: words.logoWidth, hint: words.logoWidthHint, maxLength: 3, isOptional: true },
];

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });
const usualChoice = { value: '', label: words.usual };

const typeFields: readonly Field<Name>[] = [
  {
    name: 'font',
    label: editorWords.font,
    options: [usualChoice, ...fontNames.map((value) => ({ value, label: editorWords.fonts[value] }))],
  },
  {
    name: 'language',
    label: editorWords.language,
    options: [usualChoice, ...languages.map((value) => ({ value, label: languageNames.of(value) ?? value }))],
  },
  { name: 'radius', label: words.radius, hint: words.radiusHint, maxLength: 2, isOptional: true },
];

const footer: readonly Field<Name>[] = [
  { name: 'footer_reason', label: editorWords.reason, maxLength: 500, isOptional: true, isLong: true },
  {
    name: 'footer_address',
    label: editorWords.address,
    hint: editorWords.addressHint,
    maxLength: 500,
    isOptional: true,
    isLong: true,
  },
  { name: 'footer_label', label: editorWords.label, maxLength: 60, isOptional: true },
];

const social: readonly Field<Name>[] = [
  { name: 'social', label: words.social, hint: words.socialHint, maxLength: 20_000, isOptional: true, isLong: true },
];

const said = (text: string, href = '') => ({
  type: 'text',
  text,
  ...(href === '' ? {} : { marks: [{ type: 'link', attrs: { href } }] }),
});
const sampleUrl = 'https://example.com';
const sampleBlocks = [
  { type: 'heading', attrs: { level: 1 }, content: [said(words.sampleHeading)] },
  { type: 'paragraph', content: [said(`${words.sampleText} `), said(words.sampleLink, sampleUrl)] },
  { type: 'button', attrs: { href: sampleUrl }, content: [said(words.sampleButton)] },
];

export function BrandSample({ beginning: { brand, iconAt } }: { readonly beginning: Beginning }) {
  const { html, text } = toEmail(brandedDocument(brand, sampleBlocks, usualFooter, iconAt));
  return (
    <Panel title={words.preview}>
      <MailPreview mail={{ from: null, subject: words.sampleSubject, html, text, cut: false }} />
    </Panel>
  );
}
