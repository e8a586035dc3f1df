import { workerData } from 'node:worker_threads';
import { answerTasks } from '../answer-tasks.ts';
import { openOfferedTrials } from './offered-trials.ts';

// A thread with one of the target's deployments; what it is to know is in its data.
answerTasks(openOfferedTrials(workerData));
