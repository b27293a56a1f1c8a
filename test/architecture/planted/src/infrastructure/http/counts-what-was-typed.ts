import { foundKey } from '../../application/ports/found-key.js';

export const counted = foundKey;
