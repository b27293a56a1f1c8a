import { z } from 'zod';
import { notes } from './fields/fields.js';
import { sections } from './schema.js';

interface FieldRow {
  readonly name: string;
  readonly says: string;
  /** As an operator would write it. */
  readonly defaultText: string | undefined;
  readonly unset: string | undefined;
}

/** The text of `.env.example`: every name with its default, switched off. */
export function renderEnvExample(): string {
  const blocks = sections.map(({ title, fields }) => {
    const entries = fieldRows(fields).map((row) => {
      const remark = row.unset === undefined ? '' : `\n# Unset: ${row.unset}.`;
      return `# ${row.says}${remark}\n#${row.name}=${row.defaultText ?? ''}\n`;
    });
    return `## ${title}\n\n${entries.join('\n')}`;
  });
  return `# Generated from the configuration schema. Copy to .env and uncomment the settings you want to change.\n\n${blocks.join('\n')}`;
}

/** The text of `docs/configuration.md`. */
export function renderConfigReference(): string {
  const tables = sections.map(({ title, fields }) => {
    const rows = fieldRows(fields).map((row) => {
      const value = row.defaultText === undefined ? (row.unset ?? '') : `\`${row.defaultText}\``;
      return `| \`${row.name}\` | ${value} | ${row.says} |`;
    });
    return `## ${title}\n\n| Name | Default | Meaning |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return `${referenceIntroduction}\n${tables.join('\n')}`;
}

const referenceIntroduction = `# Configuration

Posthorn reads its settings once, at startup, from environment variables and from a \`.env\` file in the working directory.
An environment variable takes precedence over the file. If a value is invalid, the server does not start, and prints the name
of the setting. An empty value counts as not set. This page is generated from the configuration schema.
`;

function fieldRows(fields: Readonly<Record<string, z.ZodType>>): FieldRow[] {
  return Object.entries(fields).map(([name, schema]) => {
    const field = notes.get(schema);
    if (field === undefined) throw new Error(`${name} has no notes`);
    return { name, says: field.says, defaultText: defaultTextOf(schema), unset: field.unset };
  });
}

function defaultTextOf(schema: z.ZodType): string | undefined {
  return schema instanceof z.ZodPrefault ? String(schema.def.defaultValue) : undefined;
}
