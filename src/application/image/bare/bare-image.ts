import type { ImageType } from '../../../domain/image/image.js';
import { bareGif } from './bare-gif.js';
import { bareJpeg } from './bare-jpeg.js';
import { barePng } from './bare-png.js';
import { bareWebp } from './bare-webp.js';
import type { BareImage } from './damaged.js';

/** By what a file is. */
export const bareImages: Readonly<Record<ImageType, BareImage>> = {
  'image/png': barePng,
  'image/jpeg': bareJpeg,
  'image/gif': bareGif,
  'image/webp': bareWebp,
};
