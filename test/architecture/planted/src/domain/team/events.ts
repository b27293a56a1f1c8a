import { value } from '../shared/value.js';

export interface TeamCreated {
  readonly type: 'TeamCreated';
  readonly value: typeof value;
}
