import { Command, Query } from '@nestjs/cqrs';
import type { SuppressionOrigin, SuppressionScope } from '../../domain/suppression/events.js';
import type { SuppressionDocument } from '../../projections/suppressions/suppressions.document.js';
import type { RequestContext, Unavailable } from '../shared/context.js';
import type { Page, PageRequest } from '../shared/page.js';

/** An entry, by its id or by its address. */
export type SuppressionKey = { readonly id: string } | { readonly address: string };

/** POST /suppressions and /suppressions/batch/add. Adding twice changes nothing, nor does `bulk` where all mail is held. */
export class AddSuppressionsCommand extends Command<AddSuppressionsResult> {
  constructor(
    readonly context: RequestContext,
    readonly addresses: readonly string[],
    readonly scope: SuppressionScope,
  ) {
    super();
  }
}
export type AddSuppressionsResult = { readonly ids: readonly string[] } | Unavailable;

/** DELETE /suppressions/{id or email} and /suppressions/batch/remove. */
export class RemoveSuppressionsCommand extends Command<RemoveSuppressionsResult> {
  constructor(
    readonly context: RequestContext,
    readonly keys: readonly SuppressionKey[],
  ) {
    super();
  }
}
export type RemoveSuppressionsResult =
  | { readonly removed: readonly { readonly id: string; readonly deleted: boolean }[] }
  | Unavailable;

/** GET /suppressions, newest first. */
export class ListSuppressionsQuery extends Query<ListSuppressionsResult> {
  constructor(
    readonly teamId: string,
    readonly origin: SuppressionOrigin | undefined,
    readonly page: PageRequest,
  ) {
    super();
  }
}
export type ListSuppressionsResult = Page<SuppressionDocument>;

/** GET /suppressions/{id or email}. Undefined: not on the team's list. */
export class GetSuppressionQuery extends Query<GetSuppressionResult> {
  constructor(
    readonly teamId: string,
    readonly key: SuppressionKey,
  ) {
    super();
  }
}
export type GetSuppressionResult = SuppressionDocument | undefined;
