import type { UseCaseOn } from '../../application/access/use-case.js';
import { operationsOfParts } from '../../infrastructure/http/http-part.js';
import { all } from '../resources/resources.js';
import type { Services } from './services/services.js';

/** The parts of the API, in the order of the resources. */
export const parts = await loadParts();

/** Each stands on the ports and collaborators that it names. */
export const useCases = parts.flatMap((part): readonly UseCaseOn<Services>[] => part.useCases);

/** Every endpoint. */
export const operations = operationsOfParts(parts);

/** One after the other: the loader of the tests mixes up modules that are asked for at once. */
async function loadParts() {
  const loaded = [];
  for (const resource of all) if ('http' in resource) loaded.push(await resource.http());
  return loaded;
}
