/* Parameters in the URL of one endpoint. */

export const messageFilterNames = ['status', 'type', 'since', 'until'] as const;
export const dialogs = ['test', 'edit', 'replay'] as const;
export type WebhookDialog = (typeof dialogs)[number];
