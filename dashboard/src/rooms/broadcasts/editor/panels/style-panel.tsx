import { Button, Stack, Text, TextInput } from '@mantine/core';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import { type EmailStyles, type FontName, fonts, languages, stylesIn, widthsPx } from '../email/styles.js';
import { RoomLink } from '../../../../ui/room-link';
import { ChoiceField } from './fields';

interface StylePanelProps {
  readonly styles: EmailStyles;
  /** How the team's emails look; undefined where the team has said nothing of it. */
  readonly brand: EmailStyles | undefined;
  readonly onChange: (styles: EmailStyles) => void;
}

const colorNames = ['brand', 'text', 'surface', 'ground'] as const;

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });
const nameOf = (language: string): string => languageNames.of(language) ?? language;

/** How the whole email looks. */
export function StylePanel({ styles, brand, onChange }: StylePanelProps) {
  const change = (next: Partial<EmailStyles>): void => {
    const { brandVersion, ...own } = { ...styles, ...next };
    // The width is no part of a brand.
    const follows = brandVersion !== undefined && Object.keys(next).every((name) => name === 'width');
    onChange(follows ? { ...own, brandVersion } : own);
  };
  const number = (name: 'width' | 'radius', least: number, most: number, label: string) => (
    <TextInput
      key={`${name} ${styles[name]}`}
      type="number"
      label={label}
      min={least}
      max={most}
      defaultValue={styles[name]}
      // Once it is typed: half a number is another one.
      onBlur={({ currentTarget }) => {
        const next = stylesIn({ ...styles, [name]: currentTarget.valueAsNumber })[name];
        if (next !== styles[name]) change({ [name]: next });
      }}
    />
  );
  return (
    <Stack gap="sm">
      <BrandNote styles={styles} brand={brand} onFollow={(look) => onChange({ ...look, width: styles.width })} />
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

interface BrandNoteProps extends Pick<StylePanelProps, 'styles' | 'brand'> {
  readonly onFollow: (brand: EmailStyles) => void;
}

/** Whether the email follows the brand of the team, and how it does so again. */
function BrandNote({ styles, brand, onFollow }: BrandNoteProps) {
  const follows = styles.brandVersion !== undefined;
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" c="dimmed">
        {brand === undefined ? words.noBrand : follows ? words.followsBrand : words.ownLook}
      </Text>
      <RoomLink to="/settings/brand">{words.openBrand}</RoomLink>
      {brand !== undefined && !follows && (
        <Button size="xs" variant="default" onClick={() => onFollow(brand)}>
          {words.useBrand}
        </Button>
      )}
    </Stack>
  );
}
