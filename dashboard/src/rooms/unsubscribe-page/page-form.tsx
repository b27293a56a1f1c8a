import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client';
import type { Field } from '../../kit/field-form';
import { FormPage } from '../../kit/form-page';
import { unsubscribePageMessages as words } from '../../messages/unsubscribe-page';
import { LogoField } from './logo-field';
import { changeOf, type PageValues, type UnsubscribePage, valuesOf } from './page-values';
import { Preview } from './preview';

type Language = UnsubscribePage['languages'][number];
type Name = keyof PageValues;

const usualColor = '#1d4ed8';

/** The settings of the page, and beside them the page as it would be. */
export default function PageForm({ page }: { readonly page: UnsubscribePage }) {
  const { languages } = page;
  const [language, setLanguage] = useState<Language>('en');
  return (
    <FormPage
      saved={valuesOf(page)}
      sections={(values) => [
        { title: words.look, fields: [color, logo] },
        {
          title: words.words,
          intro: words.wordsIntro,
          lead: <LanguageChoice values={values} languages={languages} value={language} onChange={setLanguage} />,
          fields: textsIn(language),
        },
      ]}
      send={(values) => call('PATCH /dashboard-api/unsubscribe-page', { body: changeOf(values, languages) })}
      list="GET /dashboard-api/unsubscribe-page"
      said={words.saved}
      aside={(values) => <Preview values={values} languages={languages} language={language} />}
    />
  );
}

interface LanguageChoiceProps {
  readonly values: PageValues;
  readonly languages: readonly Language[];
  readonly value: Language;
  readonly onChange: (language: Language) => void;
}

/** Which language is written, and shown beside. */
function LanguageChoice({ values, languages, value, onChange }: LanguageChoiceProps) {
  const options = languages.map((each) => {
    const isWritten = values[`title_${each}`] !== '' || values[`text_${each}`] !== '';
    return { value: each, label: isWritten ? words.written(words.languages[each]) : words.languages[each] };
  });
  return (
    <NativeSelect
      label={words.language}
      data={options}
      value={value}
      onChange={({ currentTarget }) => onChange(languages.find((each) => each === currentTarget.value) ?? 'en')}
    />
  );
}

const textsIn = (language: Language): readonly Field<Name>[] => [
  { name: `title_${language}`, label: words.title, maxLength: 100, isOptional: true },
  {
    name: `text_${language}`,
    label: words.text,
    hint: words.textHint,
    maxLength: 2_000,
    isOptional: true,
    isLong: true,
  },
];

const color: Field<Name> = {
  name: 'color',
  render: ({ value, error, onChange }) => (
    <TextInput
      label={words.color}
      description={words.colorHint}
      placeholder={usualColor}
      maxLength={7}
      spellCheck={false}
      autoComplete="off"
      leftSectionWidth={44}
      leftSection={
        <input
          type="color"
          aria-label={words.pickColor}
          value={/^#[\da-f]{6}$/i.test(String(value)) ? String(value) : usualColor}
          onChange={onChange}
          style={{ width: 24, height: 24, padding: 0, border: 0, background: 'none', cursor: 'pointer' }}
        />
      }
      value={value}
      error={error}
      onChange={onChange}
    />
  ),
};

const logo: Field<Name> = {
  name: 'logo',
  render: ({ value, error, onChange }) => <LogoField value={String(value)} error={error} onChange={onChange} />,
};
