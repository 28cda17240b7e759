-- The rows of reports are counted where they are shown: a number beside them stayed when the account of a reporter was deleted.
alter table qna_questions drop column reports;
