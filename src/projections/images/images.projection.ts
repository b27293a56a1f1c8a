import type { ImageEvent, ImageType } from '../../domain/image/image.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import { foldStream } from '../shared/fold-stream.js';
import type { Projection } from '../shared/projection.js';

/** A picture that a team has uploaded. */
export interface ImageDocument {
  readonly id: string;
  readonly teamId: string;
  readonly contentType: ImageType;
  readonly bytes: number;
  /** Null where the file had none, and for what was uploaded before names were kept. */
  readonly name: string | null;
  /** Null where it is not known. */
  readonly size: { readonly widthPx: number; readonly heightPx: number } | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

export const imagesProjection: Projection<ImageEvent, ImageDocument> = {
  name: 'images',
  version: 2,
  categories: ['image'],
  handles: ['ImageUploaded', 'ImageDeleted'],
  personal: false,
  documentsOf: 'image',
  fields: { teamId: 'text' },
  indexes: [['teamId', 'id']],
  keys: ({ stream }) => [idOf(stream)],
  evolve(_document, { event, metadata: { time } }, id) {
    if (event.type === 'ImageDeleted') return undefined;
    const { teamId, contentType, bytes, name = null, size = null } = event.data;
    return { id, teamId, contentType, bytes, name, size, createdAt: time };
  },
};

/** One image, from its own stream; undefined where there is none, or any more. */
export const foldImage = (events: readonly Recorded[]): ImageDocument | undefined =>
  foldStream(imagesProjection, events);
