import { shape } from './emails.document.js';

export interface Entry {
  readonly at: string;
}
export const fold = () => shape;
