import { ListApiKeys } from './list-api-keys.js';
import { CreateApiKey, DeleteApiKey, RenameApiKey } from './manage-api-keys.js';

export const apiKeyUseCases = [CreateApiKey, RenameApiKey, DeleteApiKey, ListApiKeys];
