import type { FastifyRequest } from 'fastify';
import { callerOf } from './access.js';
import type { HttpOptions } from './http-options.js';

/**
 * What walks over more than a page may: few of these at once of each person and each owner of teams, the others in
 * line.
 */
export function asLongRead<Result>(
  { readPlaces }: Pick<HttpOptions, 'readPlaces'>,
  request: FastifyRequest,
  read: () => Promise<Result>,
): Promise<Result> {
  if (readPlaces === undefined) return read();
  const { owner, context } = callerOf(request);
  return readPlaces.run(owner, context.actor.id, read);
}

/** As {@link asLongRead} where something is looked for; a page of everything is no walk. */
export function asSearch<Result>(
  options: Pick<HttpOptions, 'readPlaces'>,
  request: FastifyRequest,
  filter: object,
  read: () => Promise<Result>,
): Promise<Result> {
  return Object.keys(filter).length === 0 ? read() : asLongRead(options, request, read);
}
