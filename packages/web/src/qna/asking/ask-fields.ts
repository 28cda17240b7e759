import { Content } from '@folkmoot/contract/qna/schema.ts';
import { z } from 'zod';

/** The form of a new question. In a file of its own, which is loaded once the page is shown. */
export const AskSchema = z.object({ content: Content, isAnonymous: z.boolean() });
