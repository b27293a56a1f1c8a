import type { TrackChoice } from '../shared/accepted-email.js';
import type { Mailbox } from '../shared/mailbox.js';

export const variableTypes = ['string', 'number', 'boolean', 'object', 'list'] as const;
export type VariableType = (typeof variableTypes)[number];

/** What a sender gives for a variable, or what stands where nothing is given. */
export type VariableValue = string | number | boolean | object;

export interface TemplateVariable {
  readonly key: string;
  readonly type: VariableType;
  /** Null where there is none: the value must be given. */
  readonly fallback: VariableValue | null;
}

/**
 * How a value is written at its place. `plain`: as it is, in a text that is no html. `text`: in a text or an attribute
 * of html. `link`: a whole URL. `link-part`: a part of one.
 */
export type PlaceKind = 'plain' | 'text' | 'link' | 'link-part';

/** `{{{NAME|fallback}}}` in a text. */
export interface Place {
  /** Where the first brace is. */
  readonly start: number;
  /** Behind the last brace. */
  readonly end: number;
  readonly name: string;
  /** What the place itself says for a missing value; null for nothing. */
  readonly fallback: string | null;
  readonly kind: PlaceKind;
}

/** Everything of a template that is sent, and its variables. Sealed as one text. */
export interface TemplateContent {
  readonly from: Mailbox | null;
  readonly replyTo: readonly Mailbox[] | null;
  readonly subject: string | null;
  readonly html: string;
  /** Empty: the email has no text part. */
  readonly text: string;
  /** The sender wrote none, and it was derived from the html. */
  readonly isTextDerived: boolean;
  readonly variables: readonly TemplateVariable[];
  /** What is left of what the domain tracks; missing: all of it. */
  readonly track?: TrackChoice;
  /** Where values go in the html, in order. */
  readonly places: readonly Place[];
  /** Places in the html where no value may stand, such as a script. */
  readonly forbidden: readonly { readonly name: string; readonly where: string }[];
}

/** These are the server's to fill in. */
export const reservedNames = [
  'FIRST_NAME',
  'LAST_NAME',
  'EMAIL',
  'UNSUBSCRIBE_URL',
  'RESEND_UNSUBSCRIBE_URL',
  'contact',
  'this',
] as const;

const placeholder = /\{\{\{\s*([A-Za-z_][A-Za-z0-9_.]{0,49})\s*(?:\|([^{}]*))?\}\}\}/g;

/** What is written in triple braces, in order. What has no sound name stays as it is. */
export function placesIn(text: string): readonly Omit<Place, 'kind'>[] {
  return Array.from(text.matchAll(placeholder), ({ index, 0: whole, 1: name = '', 2: fallback }) => ({
    start: index,
    end: index + whole.length,
    name,
    fallback: fallback ?? null,
  }));
}

/** The names that a template asks for, in the order of their first use. */
export function usedNames({
  subject,
  text,
  places,
}: Pick<TemplateContent, 'subject' | 'text' | 'places'>): readonly string[] {
  return [...new Set([...placesIn(subject ?? ''), ...places, ...placesIn(text)].map(({ name }) => name))];
}
