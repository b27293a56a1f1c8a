import { Stack } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../../api/reading';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import { propertiesQuery } from '../../../contacts/queries';
import {
  type ChosenCondition,
  type ConditionKind,
  hasValue,
  isOfSegment,
  readCondition,
  writtenCondition,
} from '../writing/condition';
import { blocksToShow, showTo } from '../writing/shown-to';
import { ChoiceField, TextField } from './fields';

const kinds = Object.keys(words.shownTo) as readonly ConditionKind[];

/** Who gets the blocks that are selected: everyone, or those in a segment or with a property. */
export default function ShownToField({ editor }: { readonly editor: Editor }) {
  const blocks = blocksToShow(editor);
  const [first] = blocks;
  if (first === undefined) return null;
  // Another block is another choice.
  return <Choice key={first.pos} editor={editor} blocks={blocks} condition={first.condition} />;
}

interface ChoiceProps {
  readonly editor: Editor;
  readonly blocks: ReturnType<typeof blocksToShow>;
  readonly condition: string | null;
}

function Choice({ editor, blocks, condition }: ChoiceProps) {
  const [begun, setBegun] = useState<ChosenCondition>();
  const known = readCondition(condition);
  // What is not chosen to its end is in no email yet.
  const chosen = begun !== undefined && writtenCondition(begun) === null ? begun : known;
  const choose = (next: ChosenCondition): void => {
    setBegun(next);
    showTo(editor, blocks, writtenCondition(next));
  };
  const properties = useQuery(propertiesQuery).data?.data;
  /** Where there is no other, it is the one that is meant. */
  const only = properties?.length === 1 ? properties[0]?.key : undefined;
  if (chosen === undefined) {
    return (
      <TextField
        label={words.shownToLabel}
        hint={words.shownToHint}
        value={condition ?? ''}
        onChange={(text) => showTo(editor, blocks, text === '' ? null : text)}
      />
    );
  }
  const { kind, of, value } = chosen;
  return (
    <Stack gap="xs">
      <ChoiceField
        label={words.shownToLabel}
        value={kind}
        choices={kinds.map((each) => ({ value: each, label: words.shownTo[each] }))}
        onChange={(next) => {
          const to = kinds.find((each) => each === next) ?? 'everyone';
          const isOfSame = isOfSegment(to) === isOfSegment(kind) && of !== '';
          choose({ kind: to, of: isOfSame ? of : isOfSegment(to) ? '' : (only ?? ''), value });
        }}
      />
      {kind !== 'everyone' &&
        (isOfSegment(kind) ? (
          <SegmentField chosen={chosen} choose={choose} />
        ) : (
          <PropertyField chosen={chosen} choose={choose} />
        ))}
      {hasValue(kind) && (
        <TextField label={words.shownToValue} value={value} onChange={(text) => choose({ kind, of, value: text })} />
      )}
    </Stack>
  );
}

interface PartProps {
  readonly chosen: ChosenCondition;
  readonly choose: (next: ChosenCondition) => void;
}

const undecided = { value: '', label: words.shownToChoose };

function SegmentField({ chosen, choose }: PartProps) {
  const { data } = useQuery(read('GET /dashboard-api/segments', { query: { limit: 100 } }));
  const choices = (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <ChoiceField
      label={words.shownToSegment}
      value={chosen.of}
      choices={[undecided, ...choices]}
      onChange={(of) => choose({ ...chosen, of })}
    />
  );
}

function PropertyField({ chosen, choose }: PartProps) {
  const { data } = useQuery(propertiesQuery);
  const choices = (data?.data ?? []).map(({ key }) => ({ value: key, label: key }));
  return (
    <ChoiceField
      label={words.shownToProperty}
      value={chosen.of}
      choices={[undecided, ...choices]}
      onChange={(of) => choose({ ...chosen, of })}
    />
  );
}
