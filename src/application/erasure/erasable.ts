import { holdsPersonal, unfoundPersonal } from '../../domain/shared/personal-schema.js';
import type { Resource } from '../shared/resource.js';

/**
 * The same list, checked: throws where an erasure would pass by a personal value, or where a resource speaks of an
 * event that is not its own.
 */
export function erasable<Resources extends readonly Resource[]>(resources: Resources): Resources {
  for (const { streams, erasure = {} } of resources) {
    const definitions = streams.flatMap(({ events }) => events);
    for (const type of Object.keys(erasure)) {
      if (!definitions.some((each) => each.type === type && holdsPersonal(each.data))) {
        throw new TypeError(`erasure names ${type}, which is no event of ${streams[0].category} with personal values`);
      }
    }
    for (const { type, data } of definitions) {
      const [place] = Object.hasOwn(erasure, type) ? [] : unfoundPersonal(data);
      if (place === undefined) continue;
      throw new TypeError(
        `An erasure would not find ${place} of ${type}: put a personHash beside it, say in its definition how it is erased, or name ${type} in \`erasure\` of its resource`,
      );
    }
  }
  return resources;
}
