import type { Type } from '@nestjs/common';
import type { UseCase } from '../../application/access/use-case.js';
import type { ApiError } from './edge/errors/api-error.js';
import { type AnyRefusal, type CommonRefusal, type RefusalTable, refusalsOf } from './edge/errors/refusals.js';
import { controllerOf } from './openapi/controller-of.js';
import { onPage, type Operation, operationsOf, type Tag } from './openapi/operation.js';
import { type AnyServed, missingOf, type RefusedBy } from './openapi/served.js';
import { isOfDashboard } from './openapi/tags.js';

/** What a resource has at the edge. */
export interface HttpPart {
  /**
   * What its endpoints are grouped by in the document. The dashboard's own, and those of the operator, have groups for
   * all of them.
   */
  readonly tag?: Tag;
  readonly controllers: readonly Type<object>[];
  readonly useCases: readonly AnyUseCase[];
}

type AnyUseCase = UseCase<never, never, unknown>;

interface Given<Operations extends readonly AnyServed[], More extends AnyUseCase> {
  readonly tag?: Tag;
  readonly operations: Operations;
  /** For what streams, redirects or reads bytes. They come after the operations. */
  readonly controllers?: readonly Type<object>[];
  /** That none of the operations names. */
  readonly useCases?: readonly More[];
}

/** What a 404 calls what is not there, or the whole answer. */
type Missing = { readonly noun: string; readonly missing?: undefined } | { readonly missing: () => ApiError };

/** How everything is answered that the operations' use cases refuse: a code without an answer does not compile. */
type Refusals<Operations extends readonly AnyServed[], Refusal extends AnyRefusal = RefusedBy<Operations[number]>> =
  Exclude<Refusal['refused'], CommonRefusal> extends never
    ? { readonly refusals?: undefined }
    : { readonly refusals: RefusalTable<Refusal> };

/** The part of a resource, from its operations: their routes, their use cases and their place in the document. */
export function httpPart<const Operations extends readonly AnyServed[], More extends AnyUseCase = never>(
  given: Given<Operations, More> & Missing & Refusals<Operations>,
) {
  const { tag, operations, refusals = {}, controllers = [], useCases = [] } = given;
  const missing = given.missing ?? missingOf(given.noun);
  // The table has an answer for each code of these use cases.
  const errorOf = refusalsOf<AnyRefusal>(refusals as RefusalTable<AnyRefusal>);
  const run: readonly Operations[number]['runs'][] = operations.map(({ runs }) => runs);
  return {
    ...(tag === undefined ? {} : { tag }),
    controllers: [controllerOf(operations, missing, errorOf), ...controllers],
    useCases: [...new Set([...run, ...useCases])],
  } satisfies HttpPart;
}

/**
 * Every endpoint of these parts, in the order of the document. A test compares them with the routes that the server
 * has.
 */
export function operationsOfParts(parts: readonly HttpPart[]): readonly Operation[] {
  const operations = parts.flatMap(({ tag, controllers }) =>
    controllers
      .flatMap(operationsOf)
      .map((each) => (tag === undefined || isOfDashboard(each) ? each : { ...each, tag })),
  );
  const pageReads = operations.filter(({ isPageRead, deprecated }) => isPageRead && deprecated !== true).map(onPage);
  return [...operations, ...pageReads];
}
