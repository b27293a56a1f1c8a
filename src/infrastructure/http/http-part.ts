import type { Type } from '@nestjs/common';
import type { UseCase } from '../../application/access/use-case.js';
import { onPage, type Operation, operationsOf, type Tag } from './openapi/operation.js';
import { isOfDashboard } from './openapi/tags.js';

/** What a resource has at the edge. */
export interface HttpPart {
  /** What its endpoints are grouped by in the document. The dashboard's own, and those of the operator, have groups for all of them. */
  readonly tag?: Tag;
  readonly controllers: readonly Type<object>[];
  readonly useCases: readonly UseCase<never, never, unknown>[];
}

/** Every endpoint of these parts, in the order of the document. A test compares them with the routes that the server has. */
export function operationsOfParts(parts: readonly HttpPart[]): readonly Operation[] {
  const operations = parts.flatMap(({ tag, controllers }) =>
    controllers
      .flatMap(operationsOf)
      .map((each) => (tag === undefined || isOfDashboard(each) ? each : { ...each, tag })),
  );
  const pageReads = operations.filter(({ isPageRead, deprecated }) => isPageRead && deprecated !== true).map(onPage);
  return [...operations, ...pageReads];
}
