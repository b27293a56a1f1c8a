import { type EmailTag, isTagText, maxTags, tagTextPattern } from '../../../../domain/shared/accepted-email.js';
import { type FieldRule, type Problem, withoutEmpty } from '../../edge/field.js';
import { membersOf } from '../../../../domain/shared/members.js';

const schema = { type: 'string', pattern: tagTextPattern.source };

/** `[{ name, value }]` */
export const tags: FieldRule<readonly EmailTag[]> = {
  schema: {
    type: 'array',
    maxItems: maxTags,
    items: { type: 'object', required: ['name', 'value'], properties: { name: schema, value: schema } },
  },
  parse(value, field) {
    if (!Array.isArray(value)) return malformed(field);
    if (value.length > maxTags) return { problem: `Invalid \`${field}\` field. It holds at most ${maxTags} tags.` };
    const list: EmailTag[] = [];
    for (const item of withoutEmpty(value)) {
      if (typeof item !== 'object' || item === null) return malformed(field);
      const { name, value: text } = membersOf(item);
      if (typeof name !== 'string' || typeof text !== 'string' || !isTagText(name) || !isTagText(text)) {
        return {
          problem: `Invalid \`${field}\` field. Tag names and values are 1 to 256 ASCII letters, digits, underscores or dashes.`,
        };
      }
      list.push({ name, value: text });
    }
    return { value: list };
  },
};

function malformed(field: string): Problem {
  return { problem: `Invalid \`${field}\` field. It must be a list of objects with \`name\` and \`value\`.` };
}
