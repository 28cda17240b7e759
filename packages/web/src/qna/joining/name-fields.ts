import { JoinName } from '@folkmoot/contract/qna/schema.ts';
import { z } from 'zod';

/** The form of somebody who comes by the code. In a file of its own, which is loaded once the page is shown. */
export const NameFields = z.object({ name: JoinName });
