import { value } from '../../domain/shared/value.js';

type Colour = 'red' | 'green';
const save = async (): Promise<number> => value;

export function floats(): void {
  save();
}
export function misuses(items: readonly number[]): void {
  items.forEach(async () => {
    await save();
  });
}
export function forgets(colour: Colour): number {
  switch (colour) {
    case 'red':
      return value;
  }
  return 0;
}
export const anything = (input: any): unknown => input;
export const port = process.env.PORT;
