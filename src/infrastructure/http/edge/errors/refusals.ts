import type { Unavailable } from '../../../../application/shared/context.js';
import { ApiError, atIndex, unavailable } from './api-error.js';

/** What a use case can refuse. */
export type Refused<Result> = Extract<Result, { readonly refused: string }>;

export interface AnyRefusal {
  readonly refused: string;
}
/** Answered alike everywhere: the edge knows them. */
export type CommonRefusal = 'unavailable' | 'not-found' | 'unknown-cursor' | 'busy';
/** An answer for each code that these use cases refuse with. One without an answer does not compile. */
export type RefusalTable<Refusal extends AnyRefusal> = {
  readonly [Code in Exclude<Refusal['refused'], CommonRefusal>]: (
    refusal: Extract<Refusal, { readonly refused: Code }>,
  ) => ApiError;
};

/** The error for a refusal; `index` names the item of a batch that it is about. */
export type RefusalError<Refusal extends AnyRefusal> = (
  refusal: Exclude<Refusal, { readonly refused: 'not-found' }> | Unavailable,
  index?: number,
) => ApiError;

/** How each refusal of these use cases is answered over HTTP. A code without an answer does not compile. */
export function refusalsOf<Refusal extends AnyRefusal>(answers: RefusalTable<Refusal>): RefusalError<Refusal> {
  return (refusal, index) => {
    const error = refusal.refused === 'unavailable' ? away(refusal as Unavailable) : answerOf(answers, refusal);
    if (index === undefined) return error;
    return new ApiError(error.statusCode, error.errorName, atIndex(index, error.message), error.headers);
  };
}

/** For use cases that refuse nothing but what every write may be refused. */
export const refusalError = refusalsOf<Unavailable>({});

function answerOf<Refusal extends AnyRefusal>(answers: RefusalTable<Refusal>, refusal: AnyRefusal): ApiError {
  // The table's type pairs each code with its own refusal; indexing with a union loses that.
  const answer = (answers as Readonly<Record<string, unknown>>)[refusal.refused];
  return (answer as (refusal: AnyRefusal) => ApiError)(refusal);
}

function away({ retryAfterSeconds }: Unavailable): ApiError {
  return unavailable('The service cannot take the request right now. Try again later.', retryAfterSeconds);
}
