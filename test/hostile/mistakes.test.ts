import { COMMAND_MISTAKES } from './mistakes-commands.ts';
import { PROFILE_MISTAKES } from './mistakes-profile.ts';
import { holdMistakes } from './mistakes.ts';

holdMistakes([...COMMAND_MISTAKES, ...PROFILE_MISTAKES]);
