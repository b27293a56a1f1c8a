/** As sentences name recipients: by number, `recipient 0` or `recipients 0, 2`. */
export function recipientList(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? 'recipient' : 'recipients'} ${numbers.join(', ')}`;
}
