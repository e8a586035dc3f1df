import { startSecondDeployment } from './start.ts';

/** Starts the deployment by itself: prints what its profile takes from the environment, as lines for a shell; Ctrl-C ends it. */
const { environment, close } = await startSecondDeployment();
for (const [name, value] of Object.entries(environment)) console.log(`export ${name}='${value}'`);
process.once('SIGINT', () => void close());
process.once('SIGTERM', () => void close());
