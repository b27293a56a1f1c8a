/** What an option holds: a word, words, a yes, a number, JSON, or the content of a file that is named. */
export type FieldKind = 'text' | 'list' | 'yes' | 'number' | 'json' | 'file';

/** One option of a command, and the field of the request that it fills. */
export interface Field {
  /** As the API calls it; the option is the same with dashes, unless `option` says otherwise. */
  readonly name: string;
  readonly kind: FieldKind;
  readonly says: string;
  readonly option?: string;
}

export interface ListCommand {
  readonly path: string;
  readonly says: string;
  /** Fields of the answer's rows that people see. */
  readonly columns: readonly string[];
  /** Parameters of the query. */
  readonly filters?: readonly Field[];
}

/** A command that names one resource, or makes one. */
export interface OneCommand {
  readonly name: string;
  readonly alias?: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Its parts in braces are the arguments, in this order. */
  readonly path: string;
  readonly says: string;
  /** Fields of the body. */
  readonly fields?: readonly Field[];
  /** It cannot be undone: what follows from it, in one sentence. */
  readonly warns?: string;
  /** Where what is about to be changed is read, to show it first; by default the path itself. */
  readonly looksAt?: string;
}

/** The commands of one resource over the operations of the API. */
export interface ResourceCommands {
  readonly name: string;
  readonly says: string;
  readonly list?: ListCommand;
  readonly commands: readonly OneCommand[];
}

type Named = readonly [name: string, says: string, option?: string];

const fieldsOf =
  (kind: FieldKind) =>
  (...fields: readonly Named[]): readonly Field[] =>
    fields.map(([name, says, option]) => ({ name, kind, says, ...(option === undefined ? {} : { option }) }));

export const text = fieldsOf('text');
export const lists = fieldsOf('list');
export const yes = fieldsOf('yes');
export const numbers = fieldsOf('number');
export const json = fieldsOf('json');
export const files = fieldsOf('file');

export const show = (path: string, says: string): OneCommand => ({
  name: 'show',
  alias: 'get',
  method: 'GET',
  path,
  says,
});

export const create = (path: string, says: string, fields: readonly Field[]): OneCommand => {
  return { name: 'create', method: 'POST', path, says, fields };
};

export const update = (path: string, says: string, fields: readonly Field[]): OneCommand => {
  return { name: 'update', method: 'PATCH', path, says, fields };
};

export const remove = (path: string, says: string, warns: string): OneCommand => {
  return { name: 'remove', alias: 'delete', method: 'DELETE', path, says, warns };
};

export const named = text(['name', 'name']);
/** What an email says. */
export const content = [
  ...text(['subject', 'subject line'], ['text', 'plain text']),
  ...lists(['reply_to', 'reply addresses']),
  ...files(['html', 'file with the HTML (- for stdin)', 'html-file']),
];
