import { AddSuppressions, RemoveSuppressions } from './manage-suppressions.js';
import { GetSuppression, ListSuppressions } from './read-suppressions.js';

export const suppressionUseCases = [AddSuppressions, RemoveSuppressions, ListSuppressions, GetSuppression];
