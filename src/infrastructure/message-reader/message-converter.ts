import type { MessageConverter } from '../../application/ports/message-converter.js';
import { edited } from './edits.js';
import { SevenBitScanner } from './seven-bit-edits.js';

export const messageConverter: MessageConverter = {
  async toSevenBits(message) {
    const scanner = new SevenBitScanner();
    for await (const chunk of message) scanner.write(chunk);
    const edits = scanner.end();
    return edits === undefined ? undefined : (again) => edited(again, edits);
  },
};
