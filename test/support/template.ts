import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A team of a template folder, and its key with full access. */
export interface TemplateTeam {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

/**
 * The teams of a server that was started with `teams: true`, beside its first team: the same ids and keys in every
 * folder. No team has anything but its key, so what a test does as one of them nobody else sees.
 */
export const templateTeams: readonly TemplateTeam[] = Array.from({ length: 60 }, (_, index) => {
  const number = String(index + 1).padStart(2, '0');
  return {
    id: `01900000-0000-7000-8000-0000000000${number}`,
    name: `Team ${number}`,
    key: `re_full_access_key_of_template_team_${number}`,
  };
});

/** What a template was first started with. */
export interface Template {
  /** A value of `PREVERIFIED_DOMAINS`. */
  readonly preverifiedDomains: string;
  readonly teams: boolean;
}

const run = promisify(execFile);
const addTeams = join(import.meta.dirname, 'add-teams.mjs');

/**
 * Puts into an empty folder what a first start leaves there. The first test of a run that wants such a template makes
 * it with `startOnce`; without a run's folder for them (`before-run.js`) the folder stays empty.
 */
export async function fillFromTemplate(
  dataDir: string,
  template: Template,
  startOnce: (dataDir: string) => Promise<void>,
): Promise<void> {
  const templates = process.env['POSTHORN_TEMPLATES'];
  if (templates === undefined || (existsSync(dataDir) && readdirSync(dataDir).length > 0)) return;
  const { preverifiedDomains, teams } = template;
  const made = join(templates, `${teams ? 'teams' : 'plain'}-${preverifiedDomains}`);
  if (!existsSync(made)) await make(made, template, startOnce);
  // SQLite makes it again; what it says belongs to the processes that had the file open.
  cpSync(made, dataDir, { recursive: true, filter: (file) => !file.endsWith('-shm') });
}

/** A folder of its own installation with these teams, as a first start makes it, without a server. */
export async function establish(
  dataDir: string,
  teams: readonly TemplateTeam[],
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, ...settings };
  await run(process.execPath, [addTeams, JSON.stringify(teams)], { env });
}

async function make(made: string, { teams }: Template, startOnce: (dataDir: string) => Promise<void>): Promise<void> {
  const making = `${made}-${process.pid}`;
  // Before the start, so that its projections have read of the teams.
  if (teams) await establish(making, templateTeams);
  await startOnce(making);
  try {
    renameSync(making, made);
  } catch (error) {
    // Another worker of this run was quicker.
    if (!existsSync(made)) throw error;
    rmSync(making, { recursive: true });
  }
}
