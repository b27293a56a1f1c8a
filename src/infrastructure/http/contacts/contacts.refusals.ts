import { invalid, notFound } from '../edge/errors/api-error.js';

/** How it is answered that a segment, a topic or a property that is named is not the team's. */
export const partRefusals = {
  'unknown-property': ({ key }: { readonly key: string }) =>
    invalid(
      `Invalid \`properties.${key}\` field. No property has this key: create it at \`POST /contact-properties\`.`,
    ),
  'wrong-property-type': ({ key, type }: { readonly key: string; readonly type: string }) =>
    invalid(`Invalid \`properties.${key}\` field. It must be a ${type}, as the property is.`),
  'unknown-segment': () => notFound('Segment not found'),
  'dynamic-segment': ({ id }: { readonly id: string }) =>
    invalid(`Segment \`${id}\` has a filter: who is in it follows from the filter. Change the contact or the filter.`),
  'unknown-topic': () => notFound('Topic not found'),
};
