import { apiKeys } from '../../api/changes';
import type { ApiKey } from '../../api/documents';
import { choicesOf } from '../../kit/choices';
import { FieldForm } from '../../kit/field-form';
import { keyMessages as words } from '../../messages/keys';

interface RenameKeyProps {
  readonly apiKey: ApiKey;
  readonly onDone: () => void;
}

export function RenameKey({ apiKey: { id, name }, onDone }: RenameKeyProps) {
  return (
    <FieldForm
      initial={{ name }}
      fields={[{ name: 'name', label: words.name, maxLength: 50 }]}
      send={(values) => apiKeys.rename(id, values.name)}
      list="GET /dashboard-api/api-keys"
      said={words.renamed}
      onDone={onDone}
    />
  );
}

interface RotateKeyProps {
  readonly apiKey: ApiKey;
  /** Says the new token. */
  readonly onMade: (token: string) => void;
}

export function RotateKey({ apiKey: { id }, onMade }: RotateKeyProps) {
  return (
    <FieldForm
      initial={{ hours: '24' }}
      fields={[{ name: 'hours', label: words.overlap, hint: words.overlapHint, options: choicesOf(words.overlaps) }]}
      send={({ hours }) => apiKeys.rotate(id, Number(hours))}
      list="GET /dashboard-api/api-keys"
      submit={words.rotateSubmit}
      onDone={({ token }) => onMade(token)}
    />
  );
}
