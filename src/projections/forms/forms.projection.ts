import type { FormDescription, FormEvent, FormTopic } from '../../domain/form/form.js';
import type { Mailbox } from '../../domain/shared/mailbox.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import { foldStream } from '../shared/fold-stream.js';
import type { Projection } from '../shared/projection.js';

/** By which people join. */
export interface FormDocument {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly topics: readonly FormTopic[];
  readonly segmentIds: readonly string[];
  readonly origins: readonly string[];
  readonly redirectUrl: string | null;
  readonly isEnabled: boolean;
  readonly texts: FormDescription['texts'];
  /** Null where there is none, or where it was erased. */
  readonly from: Mailbox | null;
  readonly version: number;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
}

export const formsProjection: Projection<FormEvent, FormDocument> = {
  name: 'forms',
  version: 2,
  categories: ['form'],
  handles: ['FormCreated', 'FormChanged', 'FormDeleted'],
  personal: true,
  documentsOf: 'form',
  fields: { teamId: 'text' },
  indexes: [['teamId', 'id']],
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, { event, metadata: { time } }, id) {
    if (event.type === 'FormDeleted') return undefined;
    const { addressHashes: _, from, ...data } = event.data;
    const shown = { ...data, from: from === null ? null : (reveal(from) ?? null), updatedAt: time };
    if (event.type === 'FormCreated') return { id, teamId: event.data.teamId, ...shown, createdAt: time };
    return document === undefined ? undefined : { ...document, ...shown };
  },
};

/** One form, from its own stream; undefined where there is none, or any more. */
export const foldForm = (events: readonly Recorded[]): FormDocument | undefined => foldStream(formsProjection, events);
