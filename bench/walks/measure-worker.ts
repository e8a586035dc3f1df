import { workerData } from 'node:worker_threads';
import { answerTasks } from '../../src/qualify/answer-tasks.ts';
import { openMeasuring } from './measure.ts';

// A thread that looks for faults; what it is to know is in its data.
answerTasks(openMeasuring(workerData));
