export interface ReleaseManifest {
  readonly name: string;
  readonly version: string;
  readonly files: readonly string[];
  readonly bin: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}
export const shippedFiles: readonly string[];
export function isShipped(path: string): boolean;
export function releaseManifest(manifest: object): ReleaseManifest;
