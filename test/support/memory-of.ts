import { readFileSync } from 'node:fs';

export interface Memory {
  /** Resident now. */
  readonly nowMb: number;
  /** The most that ever was resident. */
  readonly peakMb: number;
}

/** Memory of a server's whole process. */
export function memoryOf({ process: { pid } }: { readonly process: { readonly pid?: number | undefined } }): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
  return { nowMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM') };
}
