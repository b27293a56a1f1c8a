import { imageOrphans } from '../../application/image/images.js';
import { imageStreams } from '../../domain/image/image.js';
import { foldImage, imagesProjection } from '../../projections/images/images.projection.js';
import type { Served } from './served.js';

export const image = {
  streams: [imageStreams],
  readModels: [imagesProjection],
  audit: { stateOf: foldImage },
  orphansOf: imageOrphans,
  http: async () => (await import('../../infrastructure/http/images/images.operations.js')).imagesHttp,
} satisfies Served;
