import { apiKeyUseCases } from '../../../application/api-key/use-cases.js';
import { ApiKeysController } from './api-keys.controller.js';
import type { HttpPart } from '../http-part.js';

export const apiKeysHttp = {
  tag: { name: 'API keys', description: 'Who may call the API.' },
  controllers: [ApiKeysController],
  useCases: apiKeyUseCases,
} satisfies HttpPart;
