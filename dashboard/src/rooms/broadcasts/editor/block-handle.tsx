import { Menu, UnstyledButton } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconBookmark,
  IconCopyPlus,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { type Command, NodeSelection } from '@tiptap/pm/state';
import {
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  type PointerEvent,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { editorWords as words } from '../../../messages/broadcast-editor';
import { elementOf, groundOf, type HandlesRoot, type Point, useDrag } from './block-drag';
import classes from './editor.module.css';
import { isSavable, type Touched } from './saved-blocks';
import { duplicateBlocks, moveBlocks } from './writing/block-moves';
import { blocksAround, type PlacedBlock, removeBlockAt, selectionOfBlock } from './writing/block-places';

const SaveDialog = lazy(async () => ({ default: (await import('./panels/saved-block-panel')).SaveDialog }));

const sizePx = 24;

interface BlockHandlesProps {
  readonly editor: Editor;
  /** A part of an email is saved as a whole. */
  readonly isPart: boolean;
}

/** Beside the block under the pointer or at the caret, and each that it is in: drags it, and says what can be done. */
export function BlockHandles({ editor, isPart }: BlockHandlesProps) {
  const root = useRef<HTMLDivElement>(null);
  const hovered = useHovered(editor, root);
  const isHere = useFocusWithin(root);
  const [opened, setOpened] = useState(-1);
  const [saved, setSaved] = useState<Touched>();
  const drag = useDrag(editor, root);
  const { doc, selection } = editor.state;
  const $at = hovered === undefined || hovered > doc.content.size ? selection.$from : doc.resolve(hovered);
  const isShown = hovered !== undefined || isHere || opened >= 0;
  const blocks = isShown && editor.isEditable ? blocksAround(doc, $at) : [];
  useLayoutEffect(() => {
    const buttons = root.current?.querySelectorAll<HTMLElement>('[data-handle]') ?? [];
    for (const [at, button] of Array.from(buttons).entries()) {
      const block = blocks[at];
      if (block !== undefined) place(button, editor, block, at);
    }
  });
  return (
    <div ref={root} role="group" aria-label={words.handles}>
      {blocks.map((block, at) => (
        <Handle
          // It stays the same button where the block changes its place.
          key={at}
          editor={editor}
          block={block}
          isOpen={opened === at && !drag.isOn}
          onOpen={(isOpen) => setOpened(isOpen ? at : -1)}
          onDown={drag.down}
          onClick={drag.click}
          {...(isPart || !isSavable(block.node) ? {} : { onSave: setSaved })}
        />
      ))}
      {drag.isOn && <div className={classes['drop-line']} data-drop-line aria-hidden />}
      {drag.isOn && <div className={classes['dragged']} data-dragged aria-hidden />}
      {saved !== undefined && (
        <Suspense>
          <SaveDialog editor={editor} touched={saved} onClose={() => setSaved(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

const kinds: Readonly<Record<string, string>> = words.blockKinds;

interface HandleProps {
  readonly editor: Editor;
  readonly block: PlacedBlock;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onDown: (event: PointerEvent<HTMLElement>, block: PlacedBlock) => void;
  readonly onClick: (event: MouseEvent) => void;
  readonly onSave?: (touched: Touched) => void;
}

function Handle({ editor, block, isOpen, onOpen, onDown, onClick, onSave }: HandleProps) {
  const { pos, node } = block;
  const name = words.handle(kinds[node.type.name] ?? words.blockKinds.paragraph);
  const it = () => NodeSelection.create(editor.state.doc, pos);
  const run = (command: (of: NodeSelection) => Command): void => {
    const { view, state } = editor;
    view.dispatch(state.tr.setSelection(selectionOfBlock(state.doc, pos)));
    command(it())(editor.state, view.dispatch);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = { ArrowUp: 'up', ArrowDown: 'down' }[event.key];
    if (event.key === 'Escape' && !isOpen) editor.view.focus();
    if (!event.altKey || (direction !== 'up' && direction !== 'down')) return;
    event.preventDefault();
    run((of) => moveBlocks(direction, of));
  };
  const actions = [
    [words.moveUp, IconArrowUp, (of: NodeSelection) => moveBlocks('up', of)],
    [words.moveDown, IconArrowDown, (of: NodeSelection) => moveBlocks('down', of)],
    [words.duplicate, IconCopyPlus, (of: NodeSelection) => duplicateBlocks(of)],
  ] as const;
  return (
    <Menu
      opened={isOpen}
      onChange={onOpen}
      position="bottom-start"
      width={200}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <UnstyledButton
          className={classes['handle'] ?? ''}
          data-handle
          aria-label={name}
          title={name}
          onPointerDown={(event) => onDown(event, block)}
          onClickCapture={onClick}
          // The text keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onKeyDown={onKeyDown}
        >
          <IconGripVertical size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(([label, Icon, command]) => (
          <Menu.Item
            key={label}
            leftSection={<Icon size={16} aria-hidden />}
            disabled={isOpen && !command(it())(editor.state)}
            onClick={() => run(command)}
          >
            {label}
          </Menu.Item>
        ))}
        {onSave !== undefined && (
          <Menu.Item
            leftSection={<IconBookmark size={16} aria-hidden />}
            onClick={() => onSave({ from: pos, to: pos + node.nodeSize, blocks: [node.toJSON()] })}
          >
            {words.saveBlock}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => {
            removeBlockAt(block)(editor.state, editor.view.dispatch);
            editor.view.focus();
          }}
        >
          {words.removeBlock}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const containers = ['section', 'columns'];

/** On the edge above what holds others; beside the first line of anything else. */
function place(button: HTMLElement, editor: Editor, { pos, node }: PlacedBlock, at: number): void {
  const ground = button.offsetParent?.getBoundingClientRect();
  const box = elementOf(editor, pos)?.getBoundingClientRect();
  if (ground === undefined || box === undefined) return;
  const isAbove = containers.includes(node.type.name);
  const left = isAbove ? box.left + at * (sizePx + 4) : box.left - sizePx - 4;
  button.style.left = `${left - ground.left}px`;
  button.style.top = `${(isAbove ? box.top - sizePx + 4 : box.top + 1) - ground.top}px`;
}

/** Whether the focus is in the text or at a handle; on its way from one to the other it is, too. */
function useFocusWithin(root: HandlesRoot): boolean {
  const [isWithin, setIsWithin] = useState(false);
  useEffect(() => {
    const ground = groundOf(root.current);
    if (ground === undefined) return;
    const come = (): void => setIsWithin(true);
    const go = ({ relatedTarget }: FocusEvent): void =>
      setIsWithin(relatedTarget instanceof Node && ground.contains(relatedTarget));
    ground.addEventListener('focusin', come);
    ground.addEventListener('focusout', go);
    return () => {
      ground.removeEventListener('focusin', come);
      ground.removeEventListener('focusout', go);
    };
  }, [root]);
  return isWithin;
}

/** The place of the block that the mouse is over, also beside it. */
function useHovered(editor: Editor, root: HandlesRoot): number | undefined {
  const [hovered, setHovered] = useState<number>();
  useEffect(() => {
    const ground = groundOf(root.current);
    if (ground === undefined) return;
    const isOwn = (target: EventTarget | null): boolean =>
      target instanceof Node && root.current?.contains(target) === true;
    const over = ({ clientX: x, clientY: y, pointerType, buttons, target }: globalThis.PointerEvent): void => {
      // On a handle it stays.
      if (pointerType !== 'mouse' || buttons !== 0 || isOwn(target)) return;
      setHovered(blockUnder(editor, { x, y }));
    };
    const leave = (): void => setHovered(undefined);
    // A place is of the document as it was.
    const changed = ({ transaction }: { readonly transaction: { readonly docChanged: boolean } }): void => {
      if (transaction.docChanged) leave();
    };
    ground.addEventListener('pointermove', over);
    ground.addEventListener('pointerleave', leave);
    editor.on('transaction', changed);
    return () => {
      ground.removeEventListener('pointermove', over);
      ground.removeEventListener('pointerleave', leave);
      editor.off('transaction', changed);
    };
  }, [editor, root]);
  return hovered;
}

function blockUnder({ view }: Editor, { x, y }: Point): number | undefined {
  const sheet = view.dom.getBoundingClientRect();
  const style = getComputedStyle(view.dom);
  const [left, right] = [Number.parseFloat(style.paddingLeft), Number.parseFloat(style.paddingRight)];
  const inside = Math.min(Math.max(x, sheet.left + left + 1), sheet.right - right - 1);
  const found = view.posAtCoords({ left: inside, top: y });
  if (found === null) return undefined;
  return found.inside >= 0 ? found.inside : found.pos;
}
