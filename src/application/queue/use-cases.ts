import { PauseReceiver, ResumeReceiver } from './change-queue.js';
import { MoveTeamMails } from './move-team-mails.js';
import { GetTeamQueue } from './team-queue.js';

export const queueUseCases = [GetTeamQueue, PauseReceiver, ResumeReceiver, MoveTeamMails];
