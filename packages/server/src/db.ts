import { writeTypes } from './db-types.ts';

const [command] = process.argv.slice(2);
if (command === 'types') await writeTypes();
