import type { Script } from 'node:vm';

export function pageScript(): Script;
