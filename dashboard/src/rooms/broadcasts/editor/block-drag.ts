import type { Editor } from '@tiptap/core';
import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { type DropPlace, dropPlaces, moveBlockTo, type PlacedBlock } from './writing/block-places';

/** A press that moves less is a click. */
const dragPx = 4;
const scrollPx = 14;
const edgePx = 90;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The handles stand in an element of their own, in the same one as the text. */
export type HandlesRoot = { readonly current: HTMLElement | null };

export const groundOf = (root: HTMLElement | null) => root?.parentElement ?? undefined;

export function elementOf({ view }: Editor, pos: number): HTMLElement | undefined {
  const dom = view.nodeDOM(pos);
  return dom instanceof HTMLElement ? dom : undefined;
}

/** The pointer that holds a block, from its press to where it lets go. */
interface Held {
  readonly block: PlacedBlock;
  readonly start: Point;
  at: Point;
  target: DropPlace | undefined;
}

/** Drags by any pointer: the block goes where the line is. Escape lets it be. */
export function useDrag(editor: Editor, root: HandlesRoot) {
  const [isOn, setIsOn] = useState(false);
  const held = useRef<Held>(undefined);
  const stop = useRef(() => {});
  const wasDragged = useRef(false);
  useEffect(() => () => stop.current(), []);
  const down = (event: PointerEvent<HTMLElement>, block: PlacedBlock): void => {
    if (event.button !== 0) return;
    const { currentTarget: handle, pointerId } = event;
    const start = { x: event.clientX, y: event.clientY };
    held.current = { block, start, at: start, target: undefined };
    wasDragged.current = false;
    let isDragging = false;
    let frame = 0;
    const step = (): void => {
      if (held.current !== undefined) {
        scrollAtEdge(held.current.at.y);
        held.current.target = show(editor, root.current, held.current);
      }
      frame = requestAnimationFrame(step);
    };
    const move = ({ clientX: x, clientY: y }: globalThis.PointerEvent): void => {
      if (held.current === undefined) return;
      held.current.at = { x, y };
      if (isDragging || Math.hypot(x - start.x, y - start.y) < dragPx) return;
      isDragging = true;
      wasDragged.current = true;
      setIsOn(true);
      frame = requestAnimationFrame(step);
    };
    const end = (isDropped: boolean): void => {
      const { target } = held.current ?? {};
      stop.current();
      if (!isDragging) return;
      if (isDropped && target !== undefined) moveBlockTo(block, target.at)(editor.state, editor.view.dispatch);
      editor.view.focus();
    };
    const up = (): void => end(true);
    const cancel = (): void => end(false);
    const key = (pressed: globalThis.KeyboardEvent): void => {
      if (pressed.key === 'Escape') cancel();
    };
    stop.current = () => {
      cancelAnimationFrame(frame);
      held.current = undefined;
      setIsOn(false);
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', up);
      handle.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', key, true);
      stop.current = () => {};
    };
    handle.setPointerCapture(pointerId);
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', up);
    handle.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', key, true);
  };
  /** The click that ends a drag is none; one by key has no pointer. */
  const click = (event: MouseEvent): void => {
    if (wasDragged.current && event.detail > 0) event.stopPropagation();
  };
  return { isOn, down, click };
}

function scrollAtEdge(y: number): void {
  if (y < edgePx) window.scrollBy(0, -scrollPx);
  if (y > window.innerHeight - edgePx / 2) window.scrollBy(0, scrollPx);
}

/** Shows what is dragged, and a line where it would go. */
function show(editor: Editor, root: HTMLElement | null, { block, at }: Held): DropPlace | undefined {
  const ground = groundOf(root)?.getBoundingClientRect();
  const [line, veil] = ['drop-line', 'dragged'].map((name) => root?.querySelector<HTMLElement>(`[data-${name}]`));
  const box = elementOf(editor, block.pos)?.getBoundingClientRect();
  if (ground === undefined || line === null || line === undefined) return undefined;
  if (veil !== null && veil !== undefined && box !== undefined) {
    setBox(veil, { left: box.left - ground.left, top: box.top - ground.top, width: box.width, height: box.height });
  }
  const drop = nearest(editor, dropPlaces(editor.state.doc, block), at);
  line.hidden = drop === undefined;
  if (drop === undefined) return undefined;
  const holder = holderBox(editor, drop.place);
  setBox(line, { left: holder.left - ground.left, top: drop.y - 2 - ground.top, width: holder.width, height: 4 });
  return drop.place;
}

function setBox(element: HTMLElement, box: Readonly<Record<'left' | 'top' | 'width' | 'height', number>>): void {
  for (const [name, px] of Object.entries(box)) element.style.setProperty(name, `${px}px`);
}

/** In the innermost block under the pointer that may hold it, where the pointer is nearest. */
function nearest(editor: Editor, places: readonly DropPlace[], { x, y }: Point) {
  const measured = places.map((place) => ({ place, y: yOf(editor, place), box: holderBox(editor, place) }));
  const under = measured.filter(
    ({ place, box }) =>
      place.holder === undefined || (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom),
  );
  const depth = Math.max(0, ...under.map(({ place }) => place.depth));
  return under
    .filter(({ place }) => place.depth === depth)
    .sort((one, other) => Math.abs(one.y - y) - Math.abs(other.y - y))[0];
}

function holderBox(editor: Editor, { holder }: DropPlace): DOMRect {
  const element = holder === undefined ? undefined : elementOf(editor, holder.pos);
  return (element ?? editor.view.dom).getBoundingClientRect();
}

function yOf(editor: Editor, place: DropPlace): number {
  const boxOf = (block: PlacedBlock | undefined) =>
    block === undefined ? undefined : elementOf(editor, block.pos)?.getBoundingClientRect();
  const [above, below] = [boxOf(place.above), boxOf(place.below)];
  if (above !== undefined && below !== undefined) return (above.bottom + below.top) / 2;
  return above?.bottom ?? (below === undefined ? holderBox(editor, place).bottom : below.top - 4);
}
