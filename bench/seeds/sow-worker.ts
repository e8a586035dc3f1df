import { workerData } from 'node:worker_threads';
import { answerTasks } from '../../src/qualify/answer-tasks.ts';
import { openSowing } from './sow.ts';

// A thread that runs seeds; what it is to know is in its data.
answerTasks(openSowing(workerData));
