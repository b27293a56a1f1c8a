export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const mib = 1024 * 1024;
export const gib = 1024 * mib;

/** As people say it: one unit, rounded down. */
export function duration(ms: number): string {
  const [unit, size] = ms >= 2 * dayMs ? ['days', dayMs] : ms >= 2 * hourMs ? ['hours', hourMs] : shortUnit(ms);
  return `${Math.floor(ms / size)} ${unit}`;
}

function shortUnit(ms: number): [string, number] {
  return ms >= 2 * minuteMs ? ['minutes', minuteMs] : ['seconds', 1000];
}

/** In binary units, as `ls -h` gives them. */
export function size(bytes: number): string {
  if (bytes >= gib) return `${(bytes / gib).toFixed(1)} GiB`;
  if (bytes >= mib) return `${(bytes / mib).toFixed(1)} MiB`;
  return `${Math.ceil(bytes / 1024)} KiB`;
}

/** How long ago this ISO 8601 time was. */
export function ageMs(nowMs: number, at: string): number {
  return nowMs - Date.parse(at);
}

/** `1 event`, `2 events`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
