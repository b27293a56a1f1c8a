import type { FormerTracking } from '../../api/documents';
import { CopyButton } from '../../ui/copy-button';

/** The records that links in earlier mail need: out of use, and not to be removed while such links may be followed. */
export function FormerTrackingTable({ former }: { readonly former: readonly FormerTracking[] }) {
  return (
    <table className="records faint">
      <thead>
        <tr>
          {['Type', 'Name', 'Value', 'State'].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {former.map(({ name, full_name: fullName, value, finding, found }) => (
          <tr key={fullName}>
            <td data-label="Type">CNAME</td>
            <td data-label="Name">
              <code>{name}</code>
            </td>
            <td data-label="Value">
              <code>{value}</code> <CopyButton text={value} label="Copy value" />
            </td>
            <td data-label="State">{stateOf(finding, found)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function stateOf(finding: string | null, found: readonly string[]): string {
  switch (finding) {
    case 'verified':
      return 'Inactive: links of earlier mail still lead here.';
    case 'missing':
      return 'Gone: links of earlier mail lead nowhere.';
    case 'different':
      return `Leads elsewhere, to ${found.join(' and ')}: links of earlier mail do not work.`;
    default:
      return 'Inactive: DNS did not say yet whether it is there.';
  }
}
