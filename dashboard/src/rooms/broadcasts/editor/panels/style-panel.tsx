import { Stack, TextInput } from '@mantine/core';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import { type EmailStyles, type FontName, fonts, languages, stylesIn, widthsPx } from '../email/styles.js';
import { ChoiceField } from './fields';

interface StylePanelProps {
  readonly styles: EmailStyles;
  readonly onChange: (styles: EmailStyles) => void;
}

const colorNames = ['brand', 'text', 'surface', 'ground'] as const;

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });
const nameOf = (language: string): string => languageNames.of(language) ?? language;

/** How the whole email looks. */
export function StylePanel({ styles, onChange }: StylePanelProps) {
  const change = (next: Partial<EmailStyles>): void => onChange({ ...styles, ...next });
  const number = (name: 'width' | 'radius', least: number, most: number, label: string) => (
    <TextInput
      key={`${name} ${styles[name]}`}
      type="number"
      label={label}
      min={least}
      max={most}
      defaultValue={styles[name]}
      // Once it is typed: half a number is another one.
      onBlur={({ currentTarget }) => change(stylesIn({ ...styles, [name]: currentTarget.valueAsNumber }))}
    />
  );
  return (
    <Stack gap="sm">
      <ChoiceField
        label={words.language}
        value={styles.language}
        choices={[...new Set([...languages, styles.language])].map((value) => ({ value, label: nameOf(value) }))}
        onChange={(language) => change({ language })}
      />
      <ChoiceField
        label={words.font}
        value={styles.font}
        choices={(Object.keys(fonts) as FontName[]).map((value) => ({ value, label: words.fonts[value] }))}
        onChange={(font) => change({ font: font as FontName })}
      />
      {colorNames.map((name) => (
        <TextInput
          key={name}
          type="color"
          label={words.colors[name]}
          value={styles[name]}
          onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
        />
      ))}
      {number('width', widthsPx.least, widthsPx.most, words.emailWidth)}
      {number('radius', 0, 24, words.radius)}
    </Stack>
  );
}
