import { GetUsage } from './get-usage.js';

export const usageUseCases = [GetUsage];
