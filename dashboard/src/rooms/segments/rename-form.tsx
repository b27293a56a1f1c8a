import { call } from '../../api/client';
import { FieldForm } from '../../kit/field-form';
import { segmentMessages as words } from '../../messages/segments';

interface RenameFormProps {
  readonly segment: { readonly id: string; readonly name: string };
  readonly onDone: () => void;
}

export function RenameForm({ segment: { id, name }, onDone }: RenameFormProps) {
  return (
    <FieldForm
      initial={{ name }}
      fields={[{ name: 'name', label: words.name, hint: words.nameHint, maxLength: 255 }]}
      send={(body) => call('PATCH /segments/{id}', { path: { id }, body })}
      list="GET /dashboard-api/segments"
      said={words.saved}
      onDone={onDone}
    />
  );
}
