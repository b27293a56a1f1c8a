import type { TrackChoice } from '../shared/accepted-email.js';
import { contactMergeTags } from '../shared/contact-fields.js';
import { recipientLinkNames } from './recipient-links.js';
import type { Mailbox } from '../shared/mailbox.js';

export const variableTypes = ['string', 'number', 'boolean', 'object', 'list'] as const;
export type VariableType = (typeof variableTypes)[number];

/** What a sender gives for a variable, or what stands where nothing is given. */
type VariableValue = string | number | boolean | object;

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

/** What the editor of the dashboard writes, as it opens it again. */
export interface WrittenDocument {
  readonly schema: 'posthorn.broadcast';
  readonly version: 1;
  /** Nested nodes, from a `doc` on. */
  readonly doc: DocumentNode;
  /** Colors, fonts and widths of the whole. */
  readonly style: Readonly<Record<string, unknown>>;
}
interface DocumentNode {
  readonly type: string;
  readonly content?: readonly DocumentNode[];
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly marks?: readonly Pick<DocumentNode, 'type' | 'attrs'>[];
  readonly text?: string;
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
  /** The conditions of sections in subject, html and text; missing: everyone gets all of it. */
  readonly conditions?: readonly string[];
  /** What the editor wrote the html from; missing where it was written by hand. */
  readonly document?: WrittenDocument;
  /** Places in the html where no value may stand, such as a script. */
  readonly forbidden: readonly { readonly name: string; readonly where: string }[];
}

/** What is found in the html. */
export type FoundPlaces = Pick<TemplateContent, 'places' | 'forbidden'>;

/** These are the server's to fill in. */
export const reservedNames: readonly string[] = [
  ...contactMergeTags,
  'EMAIL',
  ...recipientLinkNames(({ isOfBroadcasts }) => !isOfBroadcasts),
  'contact',
  'this',
];

const reserved: ReadonlySet<string> = new Set(reservedNames);
/** The server fills it in. */
export function isReserved(name: string): boolean {
  const dot = name.indexOf('.');
  return reserved.has(dot < 0 ? name : name.slice(0, dot));
}

/** In html and text together. */
export const mostPlaces = 10_000;

const placeholder = /\{\{\{\s*([A-Za-z_][A-Za-z0-9_.]{0,49})\s*(?:\|([^{}]*))?\}\}\}/g;

/**
 * What is written in triple braces, in order, up to one more than a content may have. What has no sound name stays as
 * it is.
 */
export function placesIn(text: string): readonly Omit<Place, 'kind'>[] {
  const places: Omit<Place, 'kind'>[] = [];
  for (const { index, 0: whole, 1: name = '', 2: fallback } of text.matchAll(placeholder)) {
    places.push({ start: index, end: index + whole.length, name, fallback: fallback ?? null });
    if (places.length > mostPlaces) break;
  }
  return places;
}
