import { GetHealth } from './health.js';

export const doctorUseCases = [GetHealth];
