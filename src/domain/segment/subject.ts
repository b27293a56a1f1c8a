import { byContactWireName, type ContactFieldValues } from '../shared/contact-fields.js';
import { type Named, partsOf } from './fields.js';
import type { ClickedLink, ContactActivity } from './activity.js';

/** What a filter looks at. Times are ISO 8601. */
export interface Filtered extends ContactFieldValues {
  readonly email: string;
  readonly unsubscribed: boolean;
  readonly properties: Readonly<Record<string, string | number | boolean>>;
  readonly topics: Readonly<Record<string, 'opt_in' | 'opt_out'>>;
  /** By id of the segments that it was added to. */
  readonly segments: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Null where it is not known. */
  readonly joinedBy: string | null;
  /** By id: when the person last joined by the form, or an import last wrote the contact. */
  readonly forms: Readonly<Record<string, string>>;
  readonly imports: Readonly<Record<string, string>>;
  /** Looked up where a filter asks for it. */
  readonly activity?: ContactActivity;
}

export type Value = string | number | boolean | null;

/** One contact while it is judged: its texts are folded once, and each segment is judged once. */
export class Subject {
  readonly #folded = new Map<string, string>();
  readonly #inside = new Map<string, boolean>();

  constructor(private readonly contact: Filtered) {}

  /** Without regard to case, and to how accents are written. */
  static fold(text: string): string {
    return text.normalize('NFC').toLowerCase();
  }

  /** How the value of a field is read, which the team is known to have. */
  static reading(field: string, { topicDefaults }: Pick<Named, 'topicDefaults'>): (subject: Subject) => Value {
    const [kind, name] = partsOf(field);
    switch (kind) {
      case 'properties':
        return ({ contact }) => (Object.hasOwn(contact.properties, name) ? (contact.properties[name] ?? null) : null);
      case 'activity':
        return ({ contact: { activity } }) => ownText(activity, name);
      case 'form':
        return ({ contact: { forms } }) => ownText(forms, name);
      case 'import':
        return ({ contact: { imports } }) => ownText(imports, name);
      case 'topic':
        return ({ contact }) => contact.topics[name] ?? topicDefaults.get(name) ?? null;
      default:
        return ({ contact }) => memberOf(contact, field);
    }
  }

  isIn(segmentId: string): boolean {
    return this.contact.segments[segmentId] !== undefined;
  }

  get links(): readonly ClickedLink[] {
    return this.contact.activity?.links ?? [];
  }

  folded(field: string, value: string): string {
    const known = this.#folded.get(field) ?? Subject.fold(value);
    this.#folded.set(field, known);
    return known;
  }

  once(segmentId: string, holds: (subject: Subject) => boolean): boolean {
    const known = this.#inside.get(segmentId) ?? holds(this);
    this.#inside.set(segmentId, known);
    return known;
  }
}

function ownText(values: object = {}, name: string): string | null {
  const value: unknown = new Map(Object.entries(values)).get(name);
  return typeof value === 'string' ? value : null;
}

const keys = new Map(Object.entries(byContactWireName((key) => key)));

function memberOf(contact: Filtered, field: string): Value {
  const key = keys.get(field);
  if (key !== undefined) return contact[key];
  switch (field) {
    case 'email':
      return contact.email;
    case 'unsubscribed':
      return contact.unsubscribed;
    case 'created_at':
      return contact.createdAt;
    case 'updated_at':
      return contact.updatedAt;
    case 'joined_by':
      return contact.joinedBy;
    default:
      return null;
  }
}
