import { totalmem } from 'node:os';

/** What a process may hold at once, made for the memory that there is. */
export interface MemoryLimits {
  /** `--max-semi-space-size`: a third of what the main thread's new objects take. */
  readonly semiSpaceMb: number;
  /** `--max-old-space-size`: what lives on in the main thread, and in each other that has no limit of its own. */
  readonly heapMb: number;
  /** Space for new objects in each of the two busy threads. */
  readonly threadYoungMb: number;
  /** Emails over a megabyte that are composed and sent at once. */
  readonly largeMailsAtOnce: number;
  /** Names and values for the environment that glibc reads at its start. */
  readonly allocator: Readonly<Record<string, number>>;
  /** Contents of all running requests together. */
  readonly bytesInFlight: number;
  /** Limit for one request, attachments counted as base64. */
  readonly maxBodyBytes: number;
}

const mebibyte = 1024 * 1024;

/**
 * With so much memory an email costs no more processor time for the sake of memory. In the main thread it costs the
 * same with 16 as with 64 MB, which the process would hold beside (decision 127).
 */
const roomyMb = 1_536;
const roomy = { semiSpaceMb: 16, threadYoungMb: 96, largeMailsAtOnce: Infinity, allocator: {} };
/**
 * glibc keeps buffers that were freed, up to 32 MB each and in each thread's own arena, and gives back what they leave
 * only where nothing behind is used: with a fixed threshold large ones go back to the system at once.
 */
const modest = {
  semiSpaceMb: 8,
  threadYoungMb: 24,
  largeMailsAtOnce: 1,
  allocator: { MALLOC_ARENA_MAX: 2, MALLOC_MMAP_THRESHOLD_: 131_072, MALLOC_TRIM_THRESHOLD_: 131_072 },
};

/** As Node divides the memory of a container or a machine, which it knows, and a setting of ours, which it does not. */
const shareOfHeap = 1 / 2;
const mostHeapMb = 4_096;

/** What a process with little room for new objects takes under load, beside the contents of requests. */
const modestProcessMb = 320;
/**
 * Copies of a body on its way: what came in pieces, the whole, its text in two threads; and of each what no collection
 * has come for yet.
 */
const copiesOfBody = 4;

/**
 * Copies of the largest request: what it takes while it is accepted, and as much again while the one before it is
 * composed and sent.
 */
const copiesOfLargest = 12;
/** What the process takes beside that, with one request after the other. */
const quietProcessMb = 272;

const mostInFlightMb = 256;
/** Where even the process alone has no room, short mails are taken all the same. */
const leastInFlightMb = 8;

/** Limit for a request, where memory sets no lower one. */
export const largestBodyBytes = 41_943_040;
const leastBodyMb = 4;

/** The limits of a process that has so much memory for itself. */
export function memoryLimits(availableBytes: number): MemoryLimits {
  const availableMb = availableBytes / mebibyte;
  const roomForBodiesMb = (availableMb - modestProcessMb) / copiesOfBody;
  const inFlightMb = Math.floor(Math.min(mostInFlightMb, Math.max(leastInFlightMb, roomForBodiesMb)));
  const bodyMb = Math.floor(Math.max(leastBodyMb, (availableMb - quietProcessMb) / copiesOfLargest));
  return {
    ...(availableMb < roomyMb ? modest : roomy),
    heapMb: Math.floor(Math.min(mostHeapMb, availableMb * shareOfHeap)),
    bytesInFlight: inFlightMb * mebibyte,
    maxBodyBytes: Math.min(largestBodyBytes, bodyMb * mebibyte),
  };
}

/** `chosenMb`: what the operator says; else what the container allows, or what the machine has. */
export function availableMemory(chosenMb: number | null): number {
  if (chosenMb !== null) return chosenMb * mebibyte;
  // 0 where nothing is known of a limit, and beyond every machine where there is none.
  return Math.min(process.constrainedMemory() || Infinity, totalmem());
}
