import type { Back } from './back.js';

export interface There {
  readonly back: Back | undefined;
}
