import { foundKey } from '../../application/shared/found-key.js';

export const counted = foundKey;
