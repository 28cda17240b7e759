/** Builds the web client, for where the server runs without `npm start`: `node tools/build.ts`. */
import { buildWeb } from './web-build.ts';

await buildWeb().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
