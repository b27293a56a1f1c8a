import { rmSync } from 'node:fs';

/** After a run. */
export default function removeTemplatesFolder() {
  rmSync(process.env.POSTHORN_TEMPLATES, { recursive: true, force: true });
}
