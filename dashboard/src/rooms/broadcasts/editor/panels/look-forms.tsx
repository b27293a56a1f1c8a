import { Stack, Title } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import { isColor, readableOn } from '../email/colors.js';
import { buttonSizeOf, type EmailStyles, spaceOf, spacesPx, stylesOn } from '../email/styles.js';
import {
  backgroundAt,
  columnCount,
  columnShares,
  type SelectedBlock,
  setColumnCount,
  setColumnShares,
} from '../writing/selected';
import { ColorField } from './color-field';
import { type BlockFormProps, ChoiceField } from './fields';

/* How blocks and parts of a text look where they differ from the email around them. */

type LookProps = BlockFormProps & { readonly styles: EmailStyles };

const colorIn = (value: unknown): string | undefined => (isColor(value) ? value : undefined);
const choices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const lengths = (kind: keyof typeof spacesPx) =>
  spacesPx[kind].map((px) => ({ value: String(px), label: px === 0 ? words.noPadding : `${px} px` }));

export function ButtonLook({ attrs, change, styles }: LookProps) {
  const [color, background] = [colorIn(attrs['color']), colorIn(attrs['background'])];
  const fill = background ?? styles.brand;
  return (
    <>
      <ColorField
        label={words.background}
        value={background}
        styles={styles}
        beside={color ?? readableOn(fill)}
        onChange={(next) => change({ background: next })}
      />
      <ColorField
        label={words.textColor}
        value={color}
        styles={styles}
        beside={fill}
        onChange={(next) => change({ color: next })}
      />
      <ChoiceField
        label={words.buttonSize}
        value={buttonSizeOf(attrs['size'])}
        choices={choices(words.buttonSizes)}
        onChange={(size) => change({ size })}
      />
      <ChoiceField
        label={words.align}
        value={String(attrs['textAlign'] ?? 'left')}
        choices={choices(words.aligns)}
        onChange={(align) => change({ textAlign: align === 'left' ? null : align })}
      />
    </>
  );
}

export function SectionLook({ attrs, change, styles }: LookProps) {
  const background = colorIn(attrs['background']);
  return (
    <>
      <ColorField
        label={words.background}
        value={background}
        styles={styles}
        beside={stylesOn(styles, background ?? styles.surface).text}
        onChange={(next) => change({ background: next })}
      />
      <ChoiceField
        label={words.padding}
        value={String(spaceOf('section', attrs['padding']))}
        choices={lengths('section')}
        onChange={(padding) => change({ padding: Number(padding) })}
      />
    </>
  );
}

export function SpacerLook({ attrs, change }: LookProps) {
  return (
    <ChoiceField
      label={words.height}
      value={String(spaceOf('spacer', attrs['height']))}
      choices={lengths('spacer')}
      onChange={(height) => change({ height: Number(height) })}
    />
  );
}

export function ColumnsLook({ editor, block }: { readonly editor: Editor; readonly block: SelectedBlock }) {
  const count = columnCount(editor, block);
  const offered = choices(words.shares).filter(({ value }) => value.split(':').length === count);
  return (
    <>
      <ChoiceField
        label={words.columnCount}
        value={String(count)}
        choices={['2', '3', '4'].map((value) => ({ value, label: value }))}
        onChange={(next) => setColumnCount(editor, block, Number(next))}
      />
      {offered.length > 0 && (
        <ChoiceField
          label={words.columnShares}
          value={columnShares(editor, block)}
          choices={offered}
          onChange={(shares) => setColumnShares(editor, block, shares)}
        />
      )}
    </>
  );
}

/** Color and size of the text that is selected. */
export function TextLookForm({ editor, styles }: { readonly editor: Editor; readonly styles: EmailStyles }) {
  const { color, size } = editor.getAttributes('textStyle');
  const surface = backgroundAt(editor, styles.surface);
  // A mark that says nothing is none.
  const change = (next: Readonly<Record<string, unknown>>): void => {
    const attrs = { color: color ?? null, size: size ?? null, ...next };
    const chain = editor.chain();
    if (attrs.color === null && attrs.size === null) chain.unsetMark('textStyle').run();
    else chain.setMark('textStyle', attrs).run();
  };
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {words.blocks.text}
      </Title>
      <ColorField
        label={words.textColor}
        value={colorIn(color)}
        styles={styles}
        beside={surface}
        onChange={(next) => change({ color: next })}
      />
      <ChoiceField
        label={words.textSize}
        value={typeof size === 'number' ? String(size) : ''}
        choices={[
          { value: '', label: words.textSizes[''] },
          ...choices(words.textSizes).filter(({ value }) => value !== ''),
        ]}
        onChange={(next) => change({ size: next === '' ? null : Number(next) })}
      />
    </Stack>
  );
}
