import { readFileSync, writeFileSync } from 'node:fs';

export interface Memory {
  /** Resident now. */
  readonly nowMb: number;
  /** The most that was resident since the start, or since {@link forgetPeak}. */
  readonly peakMb: number;
}

interface OfServer {
  readonly process: { readonly pid?: number | undefined };
}

/** Memory of a server's whole process. */
export function memoryOf({ process: { pid } }: OfServer): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
  return { nowMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM') };
}

/** From here on the peak is counted again. */
export function forgetPeak({ process: { pid } }: OfServer): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
