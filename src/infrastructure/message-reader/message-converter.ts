import type { MessageConverter } from '../../application/ports/message-converter.js';
import { edited } from './edits.js';
import { createSevenBitScanner } from './seven-bit-edits.js';

export const messageConverter: MessageConverter = {
  async toSevenBits(message) {
    const scanner = createSevenBitScanner();
    for await (const chunk of message) scanner.write(chunk);
    const edits = scanner.end();
    return edits === undefined ? undefined : (again) => edited(again, edits);
  },
};
