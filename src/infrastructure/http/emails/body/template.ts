import { type TemplateKey, templateKey } from '../../../../application/template/template-streams.js';
import { type FieldRule, isEmpty } from '../../edge/field.js';
import { membersOf } from '../../../../domain/shared/members.js';

/** What a template is asked for by, and what is given for its variables. */
export interface GivenTemplate {
  readonly key: TemplateKey;
  readonly variables: Readonly<Record<string, unknown>>;
}

const maxVariables = 100;

/** `{ id, variables }`; what the variables must be, the template says. */
export const givenTemplate: FieldRule<GivenTemplate> = {
  schema: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string', description: 'The ID or the alias of a published template.' },
      variables: {
        type: 'object',
        maxProperties: maxVariables,
        additionalProperties: { type: ['string', 'number', 'boolean', 'object', 'array'] },
        description: 'A value for each variable. You can omit variables that have a fallback.',
      },
    },
  },
  parse(value, field) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { problem: `Invalid \`${field}\` field. It must be an object with \`id\` and \`variables\`.` };
    }
    const { id, variables: given } = membersOf(value);
    const variables = given === undefined || isEmpty(given) ? {} : given;
    if (typeof id !== 'string' || id === '') {
      return { problem: `Invalid \`${field}.id\` field. It must be the id or the alias of a template.` };
    }
    const isObject = typeof variables === 'object' && variables !== null && !Array.isArray(variables);
    if (!isObject || Object.keys(variables).length > maxVariables) {
      return {
        problem: `Invalid \`${field}.variables\` field. It must be an object with at most ${maxVariables} members.`,
      };
    }
    // A variable whose value is null has none: its fallback stands.
    const named = Object.entries(variables).filter(([, each]) => each !== null);
    return { value: { key: templateKey(id), variables: Object.fromEntries(named) } };
  },
};
