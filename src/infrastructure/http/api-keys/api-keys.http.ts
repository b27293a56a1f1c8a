import { ListApiKeys } from '../../../application/api-key/list-api-keys.js';
import { CreateApiKey, DeleteApiKey, RenameApiKey } from '../../../application/api-key/manage-api-keys.js';
import { ApiKeysController } from './api-keys.controller.js';
import type { HttpPart } from '../http-part.js';

export const apiKeysHttp = {
  tag: { name: 'API keys', description: 'Who may call the API.' },
  controllers: [ApiKeysController],
  useCases: [CreateApiKey, RenameApiKey, DeleteApiKey, ListApiKeys],
} satisfies HttpPart;
