import { GetUsage } from '../../../application/usage/get-usage.js';
import { UsageController } from './usage.controller.js';
import type { HttpPart } from '../http-part.js';

export const usageHttp = {
  tag: { name: 'Usage', description: 'What has been sent, and what the limits are.' },
  controllers: [UsageController],
  useCases: [GetUsage],
} satisfies HttpPart;
