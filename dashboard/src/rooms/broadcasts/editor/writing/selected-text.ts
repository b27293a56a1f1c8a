import { type EditorState, TextSelection } from '@tiptap/pm/state';

/** @returns undefined where no text is selected, or text that cannot be formatted, such as the label of a button. */
export function selectedText({ doc, schema, selection }: EditorState): TextSelection | undefined {
  const { bold } = schema.marks;
  const isText = selection instanceof TextSelection && doc.textBetween(selection.from, selection.to).trim() !== '';
  return isText && bold !== undefined && selection.$from.parent.type.allowsMarkType(bold) ? selection : undefined;
}
