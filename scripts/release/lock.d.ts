export interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}
export interface Lock {
  readonly packages: Readonly<Record<string, Locked>>;
}
export function closureOf(packages: Lock['packages'], names: readonly string[]): string[];
export function shrinkwrapOf(lock: Lock, manifest: object): Lock;
