import { createInProcessQuotaCounter } from '../../src/infrastructure/quota-counter/in-process-quota-counter.js';
import { quotaCounterContract } from './quota-counter.contract.js';

quotaCounterContract('in-process', async () => createInProcessQuotaCounter());
