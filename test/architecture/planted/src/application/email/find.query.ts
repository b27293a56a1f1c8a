import { Query } from '@nestjs/cqrs';
import { shape } from '../../projections/emails/emails.document.js';
import { type Entry, fold } from '../../projections/emails/emails.projection.js';
import type { Store } from '../ports/store.js';

export const find = (store: Store): readonly [Store, typeof shape, Entry | undefined, typeof Query] => [
  store,
  fold(),
  undefined,
  Query,
];
