import type { Lock } from './lock.js';

export function shippedPackages(root: string, lock: Lock): string[];
export function licenseTexts(root: string, lock: Lock, paths: readonly string[]): string;
