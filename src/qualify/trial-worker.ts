import { workerData } from 'node:worker_threads';
import { answerTasks } from './answer-tasks.ts';
import { openTrials } from './trials.ts';

// A thread that tries faults; what it is to know is in its data.
answerTasks(openTrials(workerData));
