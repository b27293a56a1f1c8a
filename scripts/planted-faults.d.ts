export interface PlantedFault {
  /** What the product promises. */
  readonly promise: string;
  readonly fault: string;
  /** From the root; `find` stands there once. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** Below `test/`, without `.spec.ts`. */
  readonly suite: string;
  /** A part of the title of the test that fails. */
  readonly test: string;
}

export function readFaults(): readonly PlantedFault[];
export function placesOf(fault: Pick<PlantedFault, 'file' | 'find'>): number;
export function pageWithTable(text?: string): string;
