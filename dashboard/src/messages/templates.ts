import { usualWords } from './lists';

const usual = usualWords('template');

/** The rooms of templates. */
export const templateMessages = {
  ...usual,
  intro: 'Emails that are written once, with variables, and sent by their ID or alias.',
  emptyTitle: 'No templates yet',
  empty:
    'Write an email once, with variables such as {{{NAME}}}. Programs send it by its alias, with values for each person.',
  emptyReader: 'No one in this team has created a template.',
  first: {
    steps: [
      'Create a template and write it in the editor or as HTML, with a preview.',
      'Publish it. Emails keep the version that they were sent with.',
      'Send it from your program:',
    ],
    code: 'Send with a template',
    cli: 'Templates in your repository, written with React Email? Push them with posthorn templates push.',
  },
  all: 'Templates',
  template: 'Template',
  search: 'Search by name or alias',
  name: 'Name',
  nameHint: 'Only your team sees it.',
  alias: 'Alias',
  aliasHint:
    'Programs name the template by it, such as welcome. Letters, digits, dots, dashes and underscores. Optional.',
  start: 'Start with',
  startHint: 'The editor and its layouts get the look of your brand.',
  starts: { editor: 'Empty email', layout: (title: string) => `Layout: ${title}`, html: 'HTML' },
  useAsBroadcast: 'Use as broadcast',
  version: 'Version',
  updated: 'Updated',
  created: 'Created',
  createdNow: 'Template created',
  draft: 'Draft',
  published: (version: number) => `Version ${version}`,
  changed: 'Unpublished changes',
  duplicate: 'Duplicate',
  duplicateNamed: (name: string) => `Duplicate template: ${name}`,
  duplicated: 'Template duplicated',
  deleteTitle: 'Delete template',
  deleteDraft: 'The draft is deleted. This can’t be undone.',
  deletePublished:
    'Programs that send with it get “Template not found” from now on. Emails that were accepted with it are sent as they were. This can’t be undone.',
  parts: 'Parts of this template',
  tabs: { content: 'Content', versions: 'Versions', usage: 'Usage' },
} as const;
