import type { SuppressionOrigin, SuppressionScope } from '../../domain/suppression/events.js';
import type { SuppressionDocument } from '../../projections/suppressions/suppressions.document.js';
import type { RequestContext, Unavailable } from '../shared/context.js';
import type { Page, PageRequest } from '../shared/page.js';

/** An entry, by its id or by its address. */
export type SuppressionKey = { readonly id: string } | { readonly address: string };

/** POST /suppressions and /suppressions/batch/add. Adding twice changes nothing, nor does `bulk` where all mail is held. */
export class AddSuppressionsCommand {
  constructor(
    readonly context: RequestContext,
    readonly addresses: readonly string[],
    readonly scope: SuppressionScope,
  ) {}
}
export type AddSuppressionsResult = { readonly ids: readonly string[] } | Unavailable;

/** DELETE /suppressions/{id or email} and /suppressions/batch/remove. */
export class RemoveSuppressionsCommand {
  constructor(
    readonly context: RequestContext,
    readonly keys: readonly SuppressionKey[],
  ) {}
}
export type RemoveSuppressionsResult =
  | { readonly removed: readonly { readonly id: string; readonly deleted: boolean }[] }
  | Unavailable;

/** GET /suppressions, newest first. */
export class ListSuppressionsQuery {
  constructor(
    readonly teamId: string,
    readonly origin: SuppressionOrigin | undefined,
    readonly page: PageRequest,
  ) {}
}
export type ListSuppressionsResult = Page<SuppressionDocument>;

/** GET /suppressions/{id or email}. Undefined: not on the team's list. */
export class GetSuppressionQuery {
  constructor(
    readonly teamId: string,
    readonly key: SuppressionKey,
  ) {}
}
export type GetSuppressionResult = SuppressionDocument | undefined;
