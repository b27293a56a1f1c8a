import { content, create, json, named, remove, type ResourceCommands, show, text, update } from './resource-command.js';

const letter = [
  ...text(['from', 'sender, such as "Shop <shop@example.com>"']),
  ...content,
  ...text(['topic_id', 'ID of the topic']),
];
const templateFields = [
  ...text(['alias', 'name for API calls'], ['from', 'sender']),
  ...content,
  ...json(['variables', 'variables of the template, as JSON']),
];

/** Broadcasts and templates. */
export const contentResources: readonly ResourceCommands[] = [
  {
    name: 'broadcasts',
    says: 'broadcasts, with their results and schedules',
    list: {
      path: '/broadcasts',
      says: 'list the broadcasts of a team, newest first',
      columns: ['id', 'name', 'status', 'segment_id', 'scheduled_at', 'sent_at', 'created_at'],
      filters: text(
        ['status', 'status, such as draft, scheduled, or sent'],
        ['search', 'beginnings of words in the name'],
      ),
    },
    commands: [
      show('/broadcasts/{id}', 'show a broadcast'),
      create('/broadcasts', 'create a draft', [
        ...named,
        ...text(['segment_id', 'ID of the segment'], ['preview_text', 'preview text, shown after the subject']),
        ...letter,
      ]),
      update('/broadcasts/{id}', 'change a draft', [
        ...named,
        ...text(['segment_id', 'ID of the segment'], ['preview_text', 'preview text, shown after the subject']),
        ...letter,
      ]),
      {
        name: 'send',
        method: 'POST',
        path: '/broadcasts/{id}/send',
        says: 'send a draft, or schedule it',
        fields: text(['scheduled_at', 'time at which to send it (default: now)']),
        warns: 'The broadcast is sent to its whole audience.',
        looksAt: '/broadcasts/{id}',
      },
      {
        name: 'duplicate',
        method: 'POST',
        path: '/broadcasts/{id}/duplicate',
        says: 'create a draft with the content of an existing broadcast',
      },
      remove('/broadcasts/{id}', 'delete a draft', 'The draft and its versions are deleted.'),
    ],
  },
  {
    name: 'templates',
    says: 'templates and their components',
    commands: [
      show('/templates/{template}', 'show a template, by ID or alias'),
      create('/templates', 'create a draft of a template', [...named, ...templateFields]),
      update('/templates/{template}', 'change the draft of a template', [...named, ...templateFields]),
      {
        name: 'publish',
        method: 'POST',
        path: '/templates/{template}/publish',
        says: 'publish the draft of a template, which is then sent',
      },
      remove('/templates/{template}', 'delete a template', 'Requests that use this template are refused.'),
    ],
  },
];
