import { readdirSync, readFileSync } from 'node:fs';

/**
 * Files and connections that this process has open, and how many it may have. @returns null where the system does not
 * say.
 */
export function openFiles(): { readonly open: number; readonly most: number } | null {
  try {
    const most = Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
    // One is that of the look itself.
    return Number.isNaN(most) ? null : { open: readdirSync('/proc/self/fd').length - 1, most };
  } catch {
    return null;
  }
}
