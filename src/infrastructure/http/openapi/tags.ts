import type { Operation, Tag } from './operation.js';

const dashboard: Tag = {
  name: 'Dashboard',
  description: 'Endpoints that only the dashboard uses. They can change with every version.',
};
const operator: Tag = {
  name: 'Operations',
  description: 'Health checks, Prometheus metrics, and this document, for operators of the server.',
};

/** What the page alone asks. */
export function isOfDashboard({ path }: Pick<Operation, 'path'>): boolean {
  return path.startsWith('/dashboard-api/');
}

/** What an endpoint is grouped by. */
export function tagOf(operation: Pick<Operation, 'path' | 'tag'>): Tag {
  return operation.tag ?? (isOfDashboard(operation) ? dashboard : operator);
}

/** In the order in which they are shown: resources first. */
export function tagsOf(operations: readonly Operation[]): readonly Tag[] {
  const ofResources = operations.flatMap(({ tag }) => tag ?? []);
  return [...new Set(ofResources), dashboard, operator];
}
