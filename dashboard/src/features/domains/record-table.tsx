import type { DnsRecord, RecordFinding } from '../../api/documents';
import { CopyButton } from '../../ui/copy-button';
import { Status } from '../../ui/status';

interface Props {
  readonly records: readonly DnsRecord[];
  /** One for each record, in their order. */
  readonly findings: readonly RecordFinding[];
}

/** What to publish, how each record stands, and what DNS showed where that is not yet right. */
export function RecordTable({ records, findings }: Props) {
  return (
    <table className="records">
      <thead>
        <tr>
          {['For', 'Type', 'Name', 'Value', 'Priority', 'State'].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {records.map((record, place) => (
        // A record's name and type: no two that are to be published have both in common.
        <tbody key={`${record.name} ${record.type}`}>
          <RecordRow record={record} required={findings[place]?.required ?? true} />
          <FindingRow finding={findings[place]} />
        </tbody>
      ))}
    </table>
  );
}

function RecordRow({ record, required }: { readonly record: DnsRecord; readonly required: boolean }) {
  const { record: purpose, type, name, value, priority, status } = record;
  return (
    <tr>
      <th scope="row">
        {purpose}
        <span className="faint">{required ? 'needed' : 'recommended'}</span>
      </th>
      <td data-label="Type">{type}</td>
      <td data-label="Name">
        <code>{name}</code> <CopyButton text={name} label="Copy name" />
      </td>
      <td data-label="Value">
        <code>{value}</code> <CopyButton text={value} label="Copy value" />
      </td>
      <td data-label="Priority" className={priority === undefined ? 'none' : undefined}>
        {priority ?? '–'}
      </td>
      <td data-label="State">
        <Status of={status} />
      </td>
    </tr>
  );
}

/** Nothing where there is nothing to say: not looked for yet, or as it should be. */
function FindingRow({ finding: of }: { readonly finding: RecordFinding | undefined }) {
  if (of === undefined || of.finding === null) return null;
  if (of.finding === 'verified' && of.advice.length === 0) return null;
  return (
    <tr className="finding">
      <td colSpan={6}>
        <p>
          At <code>{of.full_name}</code>: <Found finding={of.finding} values={of.found} />
        </p>
        {of.advice.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </td>
    </tr>
  );
}

/** What DNS showed at a name. */
export function Found({ finding, values }: { readonly finding: string; readonly values: readonly string[] }) {
  if (finding === 'unanswered') return 'no answer.';
  if (values.length === 0) return 'nothing found.';
  return (
    <>
      found{' '}
      {values.map((value, place) => (
        // One value may be published twice.
        <span key={place}>
          {place > 0 && ' and '}
          <code>{value}</code>
        </span>
      ))}
    </>
  );
}
