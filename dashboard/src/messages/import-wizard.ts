const number = (value: number) => value.toLocaleString('en');

/** The steps from a file to an import. */
export const importWizardMessages = {
  steps: ['File', 'Columns', 'Options', 'Preview'],
  back: 'Back',
  next: 'Continue',
  fileIntro:
    'A CSV file with a header. The separator and the encoding are detected. Nothing is imported until the last step.',
  file: 'CSV file',
  chooseFile: 'Choose a file',
  columnsIntro: (columns: number, separator: string, encoding: string) =>
    `${columns === 1 ? '1 column' : `${number(columns)} columns`}, separated by ${separator}, ${encoding}.`,
  separators: { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'pipes' },
  encodings: { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16', 'windows-1252': 'Windows-1252' },
  nameless: (place: number) => `Column ${place}`,
  noValues: 'No values in the first rows',
  unnamed: 'Needs a name of its own in the header to be imported',
  target: 'Import as',
  targets: {
    '': 'Don’t import',
    email: 'Email address',
    first_name: 'First name',
    last_name: 'Last name',
    unsubscribed: 'Unsubscribed',
  },
  property: (key: string) => `Property: ${key}`,
  newProperty: 'New property…',
  key: 'Key',
  type: 'Type',
  types: { string: 'Text', number: 'Number' },
  problems: {
    noEmail: 'Choose the column with the email address.',
    badKey: (key: string) =>
      `“${key}” can’t be a key. Use up to 50 letters, digits and underscores, for example company_name.`,
    takenKey: (key: string) => `A property has the key “${key}” already. Choose it, or use another key.`,
  },
  onConflict: 'Contacts that exist already',
  conflicts: { upsert: 'Update them; empty cells change nothing', skip: 'Skip them' },
  segments: 'Add all to segments',
  yes: 'Subscribe all to topics',
  no: 'Unsubscribe all from topics',
  fileAt: 'Date of the file',
  fileAtHint: 'What contacts said or were changed to since that day stays. Leave empty for today.',
  line: 'Line',
  email: 'Email address',
  name: 'Name',
  what: 'What happens',
  preview: 'First rows',
  actions: { create: 'Create', update: 'Update', skip: 'Skip', fail: 'Fails' },
  ofFirst: (count: number, failing: number) =>
    count === 0
      ? 'The file has no rows'
      : failing === 0
        ? count === 1
          ? 'The first row can be imported'
          : `The first ${number(count)} rows can be imported`
        : `${number(failing)} of the first ${number(count)} rows would fail`,
  failingHint: 'The others are imported. Failed rows can be downloaded afterwards, with the reason of each.',
  madeProperties: (keys: readonly string[]) =>
    `Creates ${keys.length === 1 ? 'the property' : 'the properties'} ${keys.join(', ')}.`,
  stayUnsubscribed: 'Contacts who unsubscribed stay unsubscribed, whatever the file says.',
  start: 'Import contacts',
} as const;
