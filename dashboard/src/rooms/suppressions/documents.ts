import type { Answer } from '../../api/operations';

export type Suppression = Answer<'GET /dashboard-api/suppressions'>['data'][number];
export type Scope = Suppression['scope'];

/** What the address of the room holds. */
export interface SuppressionSearch {
  /** A whole address that is looked up. */
  readonly address?: string;
  readonly origin?: string;
  readonly scope?: string;
  /** What is open over the list. */
  readonly open?: 'add' | 'import';
}
