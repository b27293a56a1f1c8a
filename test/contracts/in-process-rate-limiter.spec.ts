import { createInProcessRateLimiter } from '../../src/infrastructure/rate-limiter/in-process-rate-limiter.js';
import { rateLimiterContract } from './rate-limiter.contract.js';

rateLimiterContract('in-process', async (requestsPerSecond) => createInProcessRateLimiter(requestsPerSecond));
