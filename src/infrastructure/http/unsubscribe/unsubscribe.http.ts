import { GetLeavePage, Leave } from '../../../application/unsubscribe/leave.js';
import type { HttpPart } from '../http-part.js';
import { UnsubscribeController } from './unsubscribe.controller.js';

export const unsubscribeHttp = {
  tag: {
    name: 'Unsubscribing',
    description: 'Pages behind links in emails, on which people leave, choose and join. No key is needed.',
  },
  controllers: [UnsubscribeController],
  useCases: [GetLeavePage, Leave],
} satisfies HttpPart;
