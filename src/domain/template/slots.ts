import type { Place, TemplateContent } from './content.js';
import { textPlaces } from './text-places.js';

/** Places that get the same text, whatever the values are: what is worked out for one of them holds for all. */
export interface Slot extends Pick<Place, 'name' | 'fallback' | 'kind'> {
  /** How many. */
  readonly places: number;
}

/** The places of one text, by what they get. */
export interface TextSlots {
  /** In the order of their first places. */
  readonly slots: readonly Slot[];
  readonly places: readonly Place[];
  /** The slot of each place. */
  readonly slotAt: readonly Slot[];
  /** Length of the text around the places. */
  readonly ownCharacters: number;
}

type Texts = Pick<TemplateContent, 'html' | 'text' | 'places'>;
interface ContentSlots {
  readonly html: TextSlots;
  readonly text: TextSlots;
}

/** By the places of the html: one content is filled in for thousands of people. */
const known = new WeakMap<Texts['places'], Omit<Texts, 'places'> & { readonly slots: ContentSlots }>();

export function slotsOf({ html, text, places }: Texts): ContentSlots {
  const before = known.get(places);
  if (before?.html === html && before.text === text) return before.slots;
  const slots = { html: slotsAt(html, places), text: slotsIn(text) };
  known.set(places, { html, text, slots });
  return slots;
}

/** Those of a text that is no html. */
export const slotsIn = (text: string): TextSlots => slotsAt(text, textPlaces(text));

function slotsAt(text: string, places: readonly Place[]): TextSlots {
  const found = new Map<string, Slot & { places: number }>();
  let ownCharacters = text.length;
  const slotAt = places.map(({ start, end, name, fallback, kind }) => {
    ownCharacters -= end - start;
    const key = `${kind} ${name}${fallback === null ? '' : `|${fallback}`}`;
    const slot = found.get(key) ?? { name, fallback, kind, places: 0 };
    slot.places += 1;
    found.set(key, slot);
    return slot;
  });
  return { slots: [...found.values()], places, slotAt, ownCharacters };
}

/** Subject, html and text, in this order. */
export function allSlots({ subject, ...texts }: Texts & Pick<TemplateContent, 'subject'>): readonly Slot[] {
  const { html, text } = slotsOf(texts);
  return [...slotsIn(subject ?? '').slots, ...html.slots, ...text.slots];
}

/** The names that a template asks for, in the order of their first use. */
export function usedNames(content: Texts & Pick<TemplateContent, 'subject'>): readonly string[] {
  return [...new Set(allSlots(content).map(({ name }) => name))];
}
