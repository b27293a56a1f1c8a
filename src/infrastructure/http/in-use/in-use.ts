import type { DeletionRefusal } from '../../../application/in-use/delete-unused.js';
import type { FilterRefusal } from '../../../application/segment/named.js';
import { ApiError, invalid } from '../edge/errors/api-error.js';
import type { RefusalTable } from '../edge/errors/refusals.js';
import { filters, uuidFilter } from '../openapi/filters.js';

/** What is named in place of what is deleted. */
export const replacement = filters({
  replaceWith: uuidFilter(
    'replace_with',
    'The ID of the replacement, which filters, unsent broadcasts, and forms use from then on. Without it, an object that is in use is not deleted.',
  ),
});

export const deletionErrors = {
  404: ['not_found'],
  409: ['validation_error'],
  422: ['invalid_parameter', 'validation_error'],
} as const;
export const usedElsewhere =
  'If a filter, a form, or an unsent broadcast uses it, the request returns 409 with a list of these objects, unless `replace_with` contains the ID of a replacement.';

export const filterRefusals: RefusalTable<FilterRefusal> = {
  'invalid-filter': ({ path, problem }) => invalid(`Invalid \`${path}\` field. ${problem}`),
};

const mostNamed = 5;
const shownName = ({ kind, name }: { readonly kind: string; readonly name: string }) => `${kind} “${name}”`;

export const deletionRefusals: RefusalTable<DeletionRefusal> = {
  ...filterRefusals,
  'in-use': ({ kind, uses }) => {
    const named = uses.slice(0, mostNamed).map((use) => `${shownName(use)} (${use.id})`);
    const more = uses.length > mostNamed ? ` and ${uses.length - mostNamed} more` : '';
    return new ApiError(
      409,
      'validation_error',
      `This ${kind} is used by ${named.join(', ')}${more}. Change or delete them first, or name another ${kind} in \`replace_with\`.`,
    );
  },
  'unknown-replacement': () =>
    invalid('The `replace_with` parameter must be the id of another one of the same kind that your team has.'),
  'unfit-replacement': (use) =>
    invalid(
      `The \`replace_with\` parameter names one that ${shownName(use)} cannot use. Name another, or change it there first.`,
    ),
};
