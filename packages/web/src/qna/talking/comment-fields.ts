import { NewComment } from '@folkmoot/contract/qna/comments-schema.ts';

/** The form of a comment. In a file of its own, which is loaded once comments are shown. */
export const CommentSchema = NewComment;
